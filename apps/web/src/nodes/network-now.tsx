import type { PerfStats } from '@infra/protocol/stats'
import { formatSeconds } from '../ui/format-seconds.ts'

/** What the network is doing at this moment. */
export function NetworkNow({ now }: { now: PerfStats['now'] }) {
  const facts: [string, string][] = [
    ['Nodes online', now.nodesOnline.toLocaleString('en')],
    ['Running', now.running.toLocaleString('en')],
    ['Waiting', now.queued.toLocaleString('en')],
    ['Typical wait', formatSeconds(now.waitP50Seconds)],
    ['Slowest 10 %', formatSeconds(now.waitP90Seconds)],
  ]
  return (
    <dl className="viewfinder grid grid-cols-2 gap-px sm:grid-cols-3 lg:grid-cols-5">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-col gap-1 p-4 sm:p-5">
          <dt className="label text-muted">{name}</dt>
          <dd className="font-mono text-2xl/8 tabular-nums sm:text-3xl/9">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
