import type { PublicNode } from '@infra/protocol/nodes'
import type { PerfStats } from '@infra/protocol/stats'
import { type ReactNode, useState } from 'react'
import { Link } from '../navigation/link.tsx'
import { formatSeconds } from '../ui/format-seconds.ts'
import { describeHardware, formatSuccess, percent } from './describe-node.ts'
import { type Sorting, type SortKey, searchNodes, sortNodes } from './sort-nodes.ts'
import { Sparkline } from './sparkline.tsx'
import { StateMark } from './state-mark.tsx'

interface Column {
  key: SortKey
  label: string
  /** The width from which on the column is shown; the node's details have the rest. */
  look: string
}

const columns: Column[] = [
  { key: 'name', label: 'Name', look: '' },
  { key: 'state', label: 'State', look: '' },
  { key: 'jobs', label: 'Jobs', look: 'hidden text-right sm:table-cell' },
  { key: 'success', label: 'Success', look: 'hidden lg:table-cell' },
  { key: 'speed', label: 'Typical run', look: 'hidden text-right xl:table-cell' },
  { key: 'uptime', label: 'Uptime, 7 d', look: 'hidden text-right md:table-cell' },
  { key: 'earned', label: 'Earned', look: 'hidden text-right md:table-cell' },
]

interface NodeTableProps {
  nodes: readonly PublicNode[]
  /** The figures of the last day, by node; undefined until they are loaded. */
  figures: PerfStats['nodes']
}

export function NodeTable({ nodes, figures }: NodeTableProps) {
  const [sorting, setSorting] = useState<Sorting>({ by: 'state', descending: true })
  const [typed, setTyped] = useState('')
  const shown = sortNodes(searchNodes(nodes, typed), sorting)
  const most = Math.max(...figures.flatMap(({ finishedByHour }) => finishedByHour), 0)
  const sortBy = (by: SortKey) =>
    setSorting({ by, descending: sorting.by === by ? !sorting.descending : by !== 'name' })

  return (
    <section aria-labelledby="nodes-heading" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 id="nodes-heading" className="text-xl/7 font-semibold">
          The machines
        </h2>
        <input
          type="search"
          aria-label="Search nodes"
          placeholder="Name, operator, address or app"
          value={typed}
          className="min-h-11 w-full border border-edge bg-ground px-4 placeholder:text-muted hover:border-muted focus:border-text sm:w-80"
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <p role="status" className="sr-only">
        {shown.length} of {nodes.length} nodes shown
      </p>
      <table className="w-full table-auto border-collapse text-left">
        <caption className="sr-only">The nodes of the network</caption>
        <thead className="border-b border-edge">
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} sorting={sorting} onSort={() => sortBy(column.key)} />
            ))}
            <th scope="col" className="label hidden py-2 pl-4 font-normal text-muted sm:table-cell">
              24 h
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((node) => (
            <Row
              key={node.id}
              node={node}
              figures={figures.find(({ nodeId }) => nodeId === node.id)}
              most={most}
            />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className="py-6 text-muted">No node matches “{typed.trim()}”.</p>}
    </section>
  )
}

interface HeadingProps {
  column: Column
  sorting: Sorting
  onSort: () => void
}

function Heading({ column: { key, label, look }, sorting, onSort }: HeadingProps) {
  const isSorted = sorting.by === key
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : 'none'}
      className={`px-2 py-1 font-normal first:pl-0 ${look}`}
    >
      <button
        type="button"
        className={`label relative min-h-9 whitespace-nowrap hover:text-text ${isSorted ? 'text-text' : 'text-muted'}`}
        onClick={onSort}
      >
        {label}
        {isSorted && (
          <span aria-hidden="true" className="absolute left-full pl-1">
            {sorting.descending ? '↓' : '↑'}
          </span>
        )}
      </button>
    </th>
  )
}

interface RowProps {
  node: PublicNode
  figures: PerfStats['nodes'][number] | undefined
  most: number
}

function Row({ node, figures, most }: RowProps) {
  const cells: Record<Exclude<SortKey, 'name'>, ReactNode> = {
    state: <StateMark node={node} />,
    jobs: node.jobsDone.toLocaleString('en'),
    success: formatSuccess(node.success),
    speed: formatSeconds(node.p50Seconds),
    uptime: percent(node.uptime.week),
    earned: node.creditsEarned.toLocaleString('en'),
  }
  return (
    <tr className="border-b border-line hover:bg-raised">
      <th scope="row" className="w-3/5 max-w-0 py-3 pr-3 text-left font-normal sm:w-[38%] lg:w-1/4">
        <NodeLink node={node} />
        <span className="label block truncate text-muted">
          {describeHardware(node.hardware)} ·{' '}
          {node.operator ? (node.operator.name ?? node.operator.shortAddress) : 'nobody'}
        </span>
      </th>
      {columns.slice(1).map(({ key, look }) => (
        <td key={key} className={`px-2 py-3 font-mono text-sm whitespace-nowrap tabular-nums ${look}`}>
          {cells[key as Exclude<SortKey, 'name'>]}
        </td>
      ))}
      <td className="hidden py-3 pl-4 sm:table-cell">
        <Sparkline hours={figures?.finishedByHour} failed={figures?.failed ?? 0} most={most} />
      </td>
    </tr>
  )
}

function NodeLink({ node }: { node: PublicNode }) {
  return (
    <Link
      to="."
      search={(search) => ({ ...search, node: node.id })}
      openedHere
      dir="auto"
      className="block truncate font-semibold underline-offset-4 hover:underline"
    >
      {node.name}
    </Link>
  )
}
