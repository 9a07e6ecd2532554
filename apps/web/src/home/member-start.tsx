import type { ReactNode } from 'react'
import { exampleOf, pairs } from '../catalogue/examples.ts'
import { ButtonLink } from '../navigation/button-link.tsx'
import { Link } from '../navigation/link.tsx'
import { ideas } from './ideas.ts'

/** For people who know what Infra is: what to make next. */
export function MemberStart({ title, className }: { title: ReactNode; className: string }) {
  return (
    <section aria-labelledby="make" className={`flex-col gap-8 ${className}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <h1 id="make" className="text-4xl/10 font-semibold tracking-[-0.02em] sm:text-5xl/12">
          {title}
        </h1>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/apps">See all apps</ButtonLink>
          <ButtonLink to="/feed">Open the feed</ButtonLink>
        </div>
      </div>
      <ul className="grid grid-cols-2 gap-4 sm:gap-5 lg:grid-cols-3">
        {ideas.map(({ appId, words }) => (
          <li key={appId} className="border border-line hover:border-edge">
            <Link to="/apps" search={{ app: appId }} className="flex h-full flex-col hover:bg-raised">
              <span className="relative block">
                <img
                  src={exampleOf(appId).picture}
                  alt=""
                  width={640}
                  height={360}
                  loading="lazy"
                  className="chequered aspect-video w-full object-cover"
                />
                {pairs.has(appId) && (
                  <span className="absolute inset-y-0 left-1/2 w-1 -translate-x-1/2 bg-ground" />
                )}
              </span>
              <span className="p-3 font-semibold text-pretty sm:p-4">{words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
