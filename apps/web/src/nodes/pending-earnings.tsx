import type { PendingEarnings as Pending } from '@infra/protocol/credits'
import { formatCount } from '@infra/protocol/values/format-count'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { formatCredits } from '../jobs/format-credits.ts'
import { pendingEarningsQuery } from './node-queries.ts'

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** Earnings that can't be spent yet, and when they can. Renders nothing if there are none. */
export function PendingEarnings({ address }: { address: string }) {
  const { data } = useQuery(pendingEarningsQuery(address), queryClient)
  if (!data || data.days.length === 0) return null
  const total = data.days.reduce((sum, { credits }) => sum + credits, 0)
  return (
    <details className="border border-line p-4 sm:p-5">
      <summary className="cursor-pointer font-mono text-sm">Pending earnings: {formatCredits(total)}</summary>
      <div className="mt-3 flex flex-col gap-3">
        <p className="text-muted">
          {data.isFrozen
            ? 'Nothing is paid out while one of your nodes, or you, are suspended or banned.'
            : 'Earnings are held for a while, so that a node that returns wrong results has something to lose.'}
        </p>
        <ul className="flex flex-col border-t border-line">
          {data.days.map((day) => (
            <li
              key={`${day.day} ${day.isHeld}`}
              className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2"
            >
              <span className="font-mono text-sm tabular-nums">
                {day.day} · {day.credits.toLocaleString('en')}
              </span>
              <span className="text-muted">{whenPaid(day, data.isFrozen)}</span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}

function whenPaid({ isHeld, from, resultsLeft, latest }: Pending['days'][number], isFrozen: boolean): string {
  if (isFrozen) return 'on hold'
  if (isHeld) return 'once the node is known in that app, and no longer watched'
  if (resultsLeft === 0) return `from ${date.format(from)}`
  const further = formatCount(resultsLeft, 'more result')
  return `from ${date.format(from)} after ${further}, or on ${date.format(latest)}`
}
