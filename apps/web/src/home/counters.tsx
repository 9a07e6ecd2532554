import { formatNumber } from '@infra/protocol/values/format-count'
import type { Network } from './use-network.ts'

/** As large as the cell allows: for up to 6 characters, and for up to 11. */
const SHORT = 6
const styles = {
  short: 'text-[min(1.875rem,26cqw)]/9 sm:text-[min(2.25rem,26cqw)]/11',
  long: 'text-[min(1.875rem,15cqw)]/9 sm:text-[min(2.25rem,15cqw)]/11',
}

/** The network in four numbers. */
export function Counters({ network }: { network: Network | undefined }) {
  return (
    <dl className="viewfinder grid grid-cols-2">
      {counters.map(({ name, label, none, some }) => {
        const value = network?.[name]
        const figure = value === undefined ? '–' : formatNumber(value)
        return (
          <div key={name} className="@container flex flex-col gap-1 p-4 sm:p-5">
            <dt className="label text-muted">{label}</dt>
            <dd className={`font-mono tabular-nums ${figure.length > SHORT ? styles.long : styles.short}`}>
              {figure}
            </dd>
            <dd className="label min-h-4 text-muted">{value === 0 ? none : value && some}</dd>
          </div>
        )
      })}
    </dl>
  )
}

const counters: { name: keyof Network; label: string; none: string; some: string }[] = [
  { name: 'online', label: 'Nodes online', none: 'none right now', some: 'ready to work' },
  { name: 'running', label: 'Jobs running', none: 'all quiet', some: 'at this moment' },
  { name: 'queued', label: 'Jobs waiting', none: 'no queue', some: 'for a free node' },
  { name: 'finished', label: 'Finished', none: 'none in 24 hours', some: 'in 24 hours' },
]
