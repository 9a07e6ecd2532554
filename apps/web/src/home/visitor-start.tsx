import type { ReactNode } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { STARTER_CREDITS } from '../bootstrap/starter-credits.ts'
import before from '../catalogue/samples/boat.webp?url'
import { ButtonLink } from '../navigation/button-link.tsx'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Button } from '../ui/button.tsx'
import { firstTry } from './first-try.ts'
import after from './pictures/boat-erased.webp?url'

/** What Infra is, what it makes, what that costs, and one tap to try it. */
export function VisitorStart({ title }: { title: ReactNode }) {
  const { phase, link } = useAccount()
  return (
    <div className="flex flex-col gap-12 known:hidden sm:gap-16">
      <section className="grid items-center gap-x-14 gap-y-10 lg:grid-cols-2">
        <div className="flex flex-col items-start gap-6">
          <h1 className="text-[clamp(2.5rem,1.6rem+3.4vw,4.25rem)]/[1.02] font-semibold tracking-[-0.02em] text-balance">
            {title}
          </h1>
          <p className="max-w-[34rem] text-xl/8 text-muted text-pretty">
            Retouch a photo, have a text read aloud, turn speech into words. You order a job, a node somewhere
            runs it, and the result comes back signed by the machine that made it.
          </p>
          <div className="flex flex-wrap gap-3">
            {phase === 'disconnected' && (
              <Button variant="primary" icon="link" onClick={link}>
                Link a wallet
              </Button>
            )}
            <ButtonLink to="/feed" variant={phase === 'disconnected' ? 'secondary' : 'primary'}>
              Open the feed
            </ButtonLink>
            <ButtonLink to="/apps">See all apps</ButtonLink>
          </div>
        </div>
        <figure className="flex min-w-0 flex-col gap-3 max-lg:order-first">
          <BeforeAfter
            className="aspect-video border border-line"
            before={<Photo src={before} alt="A sailing boat on a lake" />}
            after={<Photo src={after} alt="The same lake without the boat" />}
          />
          <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <span className="label text-muted">Erase &amp; Fill took the boat away. Drag to compare.</span>
            <ButtonLink to="/apps" search={{ app: firstTry.appId, sample: firstTry.sample }}>
              Try it yourself · {firstTry.credits} credits
            </ButtonLink>
          </figcaption>
        </figure>
      </section>
      <ul className="grid gap-x-8 gap-y-6 md:grid-cols-3">
        {reasons.map(({ title, text }) => (
          <li key={title} className="flex flex-col gap-1.5 border-t border-edge pt-4">
            <h2 className="text-lg/6 font-semibold">{title}</h2>
            <p className="text-muted text-pretty">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Photo({ src, alt }: { src: string; alt: string }) {
  const { width, height } = firstTry
  return <img src={src} alt={alt} width={width} height={height} className="size-full object-cover" />
}

const reasons = [
  {
    title: `${STARTER_CREDITS} credits to start with, free`,
    text: 'You get them when you link a wallet. No card, no email, no gas fees.',
  },
  {
    title: 'You see the price first',
    text: `The picture above cost ${firstTry.credits} credits, a short story costs 3. A job that fails costs nothing.`,
  },
  {
    title: 'Results you can check',
    text: 'Each comes with a signed receipt that your browser verifies. Nodes are tested at random, and the figures are public.',
  },
]
