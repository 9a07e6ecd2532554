import type { CatalogueApp } from '@infra/protocol/apps'
import { formatCredits } from '../jobs/format-credits.ts'
import { Link } from '../navigation/link.tsx'
import { inferno } from '../ui/inferno.ts'
import { AppExample } from './app-example.tsx'
import { describeServing, describeWait, heatOf, isServed, priceFrom } from './app-facts.ts'

/** An app in the list. The whole card is a link to its form. */
export function AppCard({ app }: { app: CatalogueApp }) {
  const served = isServed(app)
  return (
    <li className="relative flex flex-col border border-line bg-ground has-[a:hover]:border-edge has-[a:hover]:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cool">
      <div className="flex h-44 items-center justify-center overflow-hidden border-b border-line bg-raised">
        <AppExample output={app.example?.output} app={app} />
      </div>
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h2 className="text-xl/7 font-semibold">
          <Link
            to="."
            search={(search) => ({ ...search, app: app.id })}
            openedHere
            data-app={app.id}
            className="outline-none after:absolute after:inset-0"
          >
            {app.name}
          </Link>
        </h2>
        <p className="text-muted">{app.tagline}</p>
        <dl className="mt-auto grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 pt-4 font-mono text-sm">
          <dt className="sr-only">Nodes</dt>
          <dd className={`flex items-center gap-2.5 ${served ? '' : 'text-danger'}`}>
            <span
              aria-hidden="true"
              className={`size-2 ${served ? '' : 'border border-danger'}`}
              style={served ? { background: inferno(heatOf(app)) } : undefined}
            />
            {describeServing(app)}
          </dd>
          <dt className="sr-only">Price</dt>
          <dd className="text-right">from {formatCredits(priceFrom(app))}</dd>
          {served && (
            <>
              <dt className="sr-only">Wait</dt>
              <dd className="col-span-2 text-muted">{describeWait(app)}</dd>
            </>
          )}
        </dl>
      </div>
    </li>
  )
}
