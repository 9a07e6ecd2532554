import type { MapCell } from '@infra/protocol/nodes'
import { formatCount, formatNumber } from '@infra/protocol/values/format-count'
import { HeatScale } from '../ui/heat-scale.tsx'
import { inferno } from '../ui/inferno.ts'

const CELL = 10

/** All nodes as a thermal image. A node's cell depends on its address; with many nodes, a cell shows how busy its nodes are together. */
export function NetworkMap({ columns, cells }: { columns: number; cells: readonly MapCell[] }) {
  const [nodes, online, running] = [0, 1, 2].map((part) => cells.reduce((sum, cell) => sum + cell[part]!, 0))
  const summary = `${formatCount(nodes!, 'machine')}, ${formatNumber(online!)} online, ${formatCount(running!, 'job')} running`
  return (
    <figure className="flex flex-col gap-3">
      <div className="viewfinder p-3 sm:p-4">
        <svg
          role="img"
          aria-label={`Map of the network. ${summary}.`}
          viewBox={`0 0 ${columns * CELL} ${Math.ceil(cells.length / columns) * CELL}`}
          className="block h-auto w-full"
        >
          {cells.map((cell, index) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its position.
              key={index}
              x={(index % columns) * CELL}
              y={Math.floor(index / columns) * CELL}
              width={CELL - 1}
              height={CELL - 1}
              fill={cell[0] > 0 ? inferno(heatOfCell(cell)) : 'var(--color-raised)'}
            >
              {cell[0] > 0 && <title>{describeCell(cell)}</title>}
            </rect>
          ))}
        </svg>
      </div>
      <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <span className="label text-muted">{summary}</span>
        <HeatScale />
      </figcaption>
    </figure>
  )
}

/** Like one node's heat: dim if nobody is online, else by the share of busy slots. */
export function heatOfCell([, online, running, slots]: MapCell): number {
  if (online === 0) return 0.14
  return 0.3 + 0.65 * Math.min(1, running / Math.max(1, slots))
}

function describeCell([nodes, online, running, slots]: MapCell): string {
  return `${formatCount(nodes, 'machine')}, ${online} online, ${running} of ${formatCount(slots, 'slot')} busy`
}
