import { findApp } from '@infra/protocol/apps/catalogue'
import type { TrustFigures } from '@infra/protocol/trust'
import { formatCount, formatNumber } from '@infra/protocol/values/format-count'
import { TableHead } from '../ui/table-head.tsx'
import { sumFigures } from './describe-trust.ts'

/** The outcomes of the last days' checks, and the keys that drew the results. */
export function TrustFiguresView({ figures: { days, suspensions, keys } }: { figures: TrustFigures }) {
  const sum = sumFigures(days)
  return (
    <>
      <dl className="grid grid-cols-2 gap-px border border-line bg-line sm:grid-cols-4">
        <Figure name="Checks" value={sum.compared} />
        <Figure name="Agreed" value={sum.agreed} />
        <Figure name="Wrong" value={sum.contradicted} />
        <Figure name="Suspended" value={suspensions.made} />
      </dl>
      <p className="text-muted">{describeFigures(sum, suspensions)}</p>
      {sum.compared > 0 && <ByApp days={days} />}
      {keys.length > 0 && <Keys keys={keys} />}
    </>
  )
}

function describeFigures(
  { compared, unclear, canaries }: ReturnType<typeof sumFigures>,
  { made, takenBack }: TrustFigures['suspensions'],
): string {
  if (compared === 0) return 'No checks decided yet. Figures appear here after the first one.'
  const known = `${formatCount(canaries, 'check')} had a known answer, ${formatNumber(unclear)} ended unclear.`
  return made > 0 ? `${known} A moderator took ${formatNumber(takenBack)} of the suspensions back.` : known
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col-reverse gap-1 bg-ground p-4">
      <dt className="label text-muted">{name}</dt>
      <dd className="font-mono text-2xl/8 tabular-nums">{formatNumber(value)}</dd>
    </div>
  )
}

const appColumns = [
  { label: 'App', className: 'py-2' },
  { label: 'Agreed', className: 'py-2 text-right' },
  { label: 'Unclear', className: 'py-2 text-right' },
  { label: 'Wrong', className: 'py-2 text-right' },
]

function ByApp({ days }: { days: TrustFigures['days'] }) {
  const apps = [...Map.groupBy(days, ({ appId }) => appId)].map(([id, of]) => ({ id, ...sumFigures(of) }))
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Checks by app</caption>
      <TableHead columns={appColumns} />
      <tbody>
        {apps
          .toSorted((one, other) => other.compared - one.compared)
          .map(({ id, agreed, unclear, contradicted }) => (
            <tr key={id} className="border-t border-line">
              <td className="py-2">{findApp(id)?.name ?? id}</td>
              {[agreed, unclear, contradicted].map((count, column) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay in their order.
                  key={column}
                  className="py-2 pl-3 text-right font-mono text-sm tabular-nums"
                >
                  {formatNumber(count)}
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  )
}

function Keys({ keys }: { keys: TrustFigures['keys'] }) {
  return (
    <details className="border border-line p-4">
      <summary className="cursor-pointer font-mono text-sm">Keys of the draw, by day</summary>
      <ul className="mt-3 flex flex-col font-mono text-xs/5">
        {keys.map(({ day, commitment, key }) => (
          <li key={day} className="flex flex-col gap-1 border-t border-line py-2 break-all">
            <span>{day}</span>
            <span className="text-muted">SHA-256 {commitment}</span>
            <span className="text-muted">{key ? `Key ${key}` : 'The key is not published yet.'}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
