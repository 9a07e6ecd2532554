import type { CatalogueApp } from '@infra/protocol/apps'
import { formatCount } from '@infra/protocol/values/format-count'
import { useQuery } from '@tanstack/react-query'
import { readerOf } from '../account/account.ts'
import { useAccount } from '../account/account-context.tsx'
import { queryClient } from '../api/query-client.ts'
import { formatCredits } from '../jobs/format-credits.ts'
import { openJobsQuery } from '../jobs/open-jobs.ts'
import { formatSeconds } from '../ui/format-seconds.ts'
import { inferno } from '../ui/inferno.ts'
import { describeServing, heatOf, isServed, priceFrom } from './app-facts.ts'

/** What an app does, how busy it is, and whose work it is based on. */
export function AboutApp({ app }: { app: CatalogueApp }) {
  const reader = readerOf(useAccount())
  const { data: open = [] } = useQuery(
    { ...openJobsQuery(reader ?? ''), enabled: reader !== undefined },
    queryClient,
  )
  const { p50Seconds } = app
  // The catalogue is loaded now and then, but one's own jobs all the time.
  const mine = open.filter(({ app: { id }, status }) => id === app.id && status === 'queued')
  const queued = Math.max(app.queued, mine.length)
  const facts: [string, string][] = [
    ['Nodes', describeServing(app)],
    ['Queue', queued === 0 ? 'Empty' : formatCount(queued, 'job')],
    ['Run time', p50Seconds === null ? 'No recent runs' : `About ${formatSeconds(p50Seconds)}`],
    ['Price', `From ${formatCredits(priceFrom(app))}`],
    ['Output', app.outputs.map(({ label }) => label).join(', ')],
  ]
  return (
    <section className="flex flex-col gap-5">
      <h3 className="flex items-center gap-3 font-mono text-sm">
        <span
          aria-hidden="true"
          className="size-2 border border-edge"
          style={isServed(app) ? { background: inferno(heatOf(app)), border: 0 } : undefined}
        />
        About {app.name}
      </h3>
      <p className="text-muted">{app.description}</p>
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 border-y border-line font-mono text-sm">
        {facts.map(([name, fact]) => (
          <div
            key={name}
            className="col-span-2 grid grid-cols-subgrid border-t border-line py-2.5 first:border-t-0"
          >
            <dt className="text-muted">{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {app.credits.length > 0 && (
        <p className="label text-muted">
          Built with {app.credits.map(({ name, licence }) => `${name} (${licence})`).join(', ')}.
        </p>
      )}
    </section>
  )
}
