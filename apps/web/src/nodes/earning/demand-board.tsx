import { findApp } from '@infra/protocol/apps/catalogue'
import type { AppDemand } from '@infra/protocol/earning/estimates'
import { formatNumber } from '@infra/protocol/values/format-count'
import { describePrice } from '../../profile/describe-price.ts'
import { formatSeconds } from '../../ui/format-seconds.ts'
import { TableHead } from '../../ui/table-head.tsx'

const NUMBER = 'py-2 pl-3 text-right align-bottom md:pl-6'

const columns = [
  { label: 'App', className: 'py-2 align-bottom' },
  { label: 'Waiting', className: NUMBER },
  { label: 'Nodes', className: NUMBER },
  { label: 'Jobs', className: NUMBER },
  { label: 'Not run', className: NUMBER },
  { label: 'Typical wait', className: `${NUMBER} hidden md:table-cell` },
  { label: 'Price', className: 'py-2 pl-6 align-bottom hidden md:table-cell' },
]

/** What people ask for, most first. */
export function DemandBoard({ apps }: { apps: readonly AppDemand[] }) {
  const sorted = apps.toSorted((a, b) => b.jobs + b.waiting - (a.jobs + a.waiting))
  const isQuiet = apps.every(({ jobs, waiting }) => jobs + waiting === 0)
  return (
    <>
      <p className="max-w-[42rem] text-muted">
        {isQuiet
          ? 'Nobody ordered anything in the last seven days.'
          : 'Waiting and Nodes show the current state, everything else the last seven days. “Not run” counts jobs that no node started before they were cancelled or expired.'}
      </p>
      <table className="w-full border-collapse text-left font-mono text-sm tabular-nums">
        <caption className="sr-only">What people ask for, by app</caption>
        <TableHead columns={columns} />
        <tbody>
          {sorted.map((app) => (
            <DemandRow key={app.appId} app={app} />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** On a phone the price stands below the name. */
function DemandRow({ app }: { app: AppDemand }) {
  const { appId, waiting, nodes, jobs, unserved, waitP50Seconds, price } = app
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2.5 font-normal md:whitespace-nowrap">
        {findApp(appId)?.name ?? appId}
        <span className="block font-sans text-muted md:hidden">{describePrice(price)}</span>
      </th>
      <Count value={waiting} />
      <Count value={nodes} />
      <Count value={jobs} />
      <Count value={unserved} />
      <td className="hidden py-2.5 pl-6 text-right text-muted md:table-cell">
        {formatSeconds(waitP50Seconds)}
      </td>
      <td className="hidden py-2.5 pl-6 text-muted md:table-cell">{describePrice(price)}</td>
    </tr>
  )
}

function Count({ value }: { value: number }) {
  return (
    <td className={`py-2.5 pl-3 text-right md:pl-6 ${value === 0 ? 'text-muted' : ''}`}>
      {formatNumber(value)}
    </td>
  )
}
