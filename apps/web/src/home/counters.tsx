import { formatNumber } from '@infra/protocol/values/format-count'
import type { Network } from './use-network.ts'

/** A longer figure is set smaller, so that millions fit into half of a phone's width. */
const SHORT = 6

/** The network in four numbers. */
export function Counters({ network }: { network: Network | undefined }) {
  return (
    <dl className="viewfinder grid grid-cols-2">
      {counters.map(({ name, label, none, some }) => {
        const value = network?.[name]
        const figure = value === undefined ? '–' : formatNumber(value)
        return (
          <div key={name} className="flex flex-col gap-1 p-4 sm:p-5">
            <dt className="label text-muted">{label}</dt>
            <dd
              className={`font-mono tabular-nums sm:text-4xl/11 ${figure.length > SHORT ? 'text-[clamp(1rem,5.6vw,1.875rem)]/9' : 'text-3xl/9'}`}
            >
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
