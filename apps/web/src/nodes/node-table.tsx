import { type NodeSort, NodeState, type PublicNode } from '@infra/protocol/nodes'
import type { PerfStats } from '@infra/protocol/stats'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { Link } from '../navigation/link.tsx'
import { useDebounced } from '../store/use-debounced.ts'
import { Button } from '../ui/button.tsx'
import { formatSeconds } from '../ui/format-seconds.ts'
import { describeHardware, describeUptime, formatSuccess, stateLabels } from './describe-node.ts'
import { FilterChips } from './filter-chips.tsx'
import { type NodeFilter, nodesQuery } from './node-queries.ts'
import { Operator } from './operator.tsx'
import { refusalSentence } from './refusal-sentence.ts'
import { Sparkline } from './sparkline.tsx'
import { StateMark } from './state-mark.tsx'

interface Column {
  label: string
  /** Undefined if nodes can't be sorted by it. */
  sort?: NodeSort
  /** From which width the column is shown; the node's details show everything. */
  className: string
  cell: (node: PublicNode) => ReactNode
}

/** After the name. */
const columns: Column[] = [
  { label: 'State', className: '', cell: (node) => <StateMark node={node} /> },
  {
    label: 'Jobs',
    sort: 'jobs',
    className: 'hidden text-right sm:table-cell',
    cell: ({ jobsDone }) => jobsDone.toLocaleString('en'),
  },
  {
    label: 'Success',
    sort: 'success',
    className: 'hidden pl-6 lg:table-cell',
    cell: ({ success }) => formatSuccess(success),
  },
  {
    label: 'Typical run',
    className: 'hidden text-right xl:table-cell',
    cell: ({ p50Seconds }) => formatSeconds(p50Seconds),
  },
  {
    label: 'Uptime, 7 d',
    sort: 'uptime',
    className: 'hidden text-right md:table-cell',
    cell: (node) => describeUptime(node, node.uptime.week),
  },
  {
    label: 'Earned',
    sort: 'earned',
    className: 'hidden text-right md:table-cell',
    cell: ({ creditsEarned }) => creditsEarned.toLocaleString('en'),
  },
]

type Sorting = Required<Pick<NodeFilter, 'sort' | 'order'>>

/** The nodes of the network, a page at a time. The API searches, filters and sorts: there may be ten thousand. */
export function NodeTable({ counts }: { counts: PerfStats['now']['nodes'] }) {
  const [sorting, setSorting] = useState<Sorting>({ sort: 'jobs', order: 'desc' })
  const [state, setState] = useState<NodeState>()
  const [typed, setTyped] = useState('')
  const searchField = useRef<HTMLInputElement>(null)
  const search = useDebounced(typed.trim()) || undefined
  const nodes = useInfiniteQuery(nodesQuery({ ...sorting, state, search }), queryClient)
  const shown = nodes.data && unique(nodes.data.pages.flatMap(({ items }) => items))

  return (
    <section aria-labelledby="nodes-heading" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 id="nodes-heading" className="text-xl/7 font-semibold">
          The machines
        </h2>
        <input
          ref={searchField}
          type="search"
          aria-label="Search nodes"
          placeholder="Name, operator, address or app"
          value={typed}
          maxLength={60}
          className="min-h-11 w-full border border-edge bg-ground px-4 placeholder:text-muted hover:border-muted focus:border-text sm:w-80"
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <States counts={counts} state={state} onChoose={setState} />
      {shown && shown.length > 0 && <Table nodes={shown} sorting={sorting} onSort={setSorting} />}
      {!shown && !nodes.error && (
        <div role="status" aria-label="Loading" className="h-96 animate-breathe bg-raised" />
      )}
      {nodes.error && (
        <p role="alert" className="text-danger">
          Couldn’t load the nodes. {refusalSentence(nodes.error)}
        </p>
      )}
      {shown?.length === 0 && (
        <NothingFound
          search={search}
          state={state}
          onShowAll={() => {
            setTyped('')
            setState(undefined)
            searchField.current?.focus()
          }}
        />
      )}
      <p role="status" className="sr-only">
        {shown && `${shown.length}${nodes.hasNextPage ? ' or more' : ''} nodes shown`}
      </p>
      {nodes.hasNextPage && (
        <Button
          className="self-start"
          disabled={nodes.isFetchingNextPage}
          onClick={() => void nodes.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  )
}

interface NothingFoundProps {
  search: string | undefined
  state: NodeState | undefined
  onShowAll: () => void
}

function NothingFound({ search, state, onShowAll }: NothingFoundProps) {
  const where = state ? ' in this state' : ''
  return (
    <div className="flex flex-col items-start gap-4 border border-line p-6 sm:p-8">
      <p className="max-w-full break-words text-muted">
        {search ? `No node${where} matches “${search}”.` : 'No node is in this state right now.'}
      </p>
      <Button onClick={onShowAll}>Show all nodes</Button>
    </div>
  )
}

/** A node may move to a later page while the pages are read. */
function unique(nodes: PublicNode[]): PublicNode[] {
  return [...new Map(nodes.map((node) => [node.id, node])).values()]
}

interface StatesProps {
  counts: PerfStats['now']['nodes']
  state: NodeState | undefined
  onChoose: (state: NodeState | undefined) => void
}

function States({ counts, state, onChoose }: StatesProps) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const chip = (label: string, count: number, value?: NodeState) => ({
    label,
    count,
    isChosen: value === state,
    onChoose: () => onChoose(value),
  })
  return (
    <FilterChips
      name="node-state"
      legend="State"
      chips={[
        chip('All', all),
        ...NodeState.options.map((value) => chip(stateLabels[value], counts[value], value)),
      ]}
    />
  )
}

interface TableProps {
  nodes: readonly PublicNode[]
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}

function Table({ nodes, sorting, onSort }: TableProps) {
  const most = Math.max(...nodes.flatMap(({ lastDay }) => lastDay.finishedByHour), 0)
  return (
    <table className="w-full table-auto border-collapse text-left">
      <caption className="sr-only">The nodes of the network</caption>
      <thead className="border-b border-edge">
        <tr>
          <Heading label="Name" sort="name" className="" sorting={sorting} onSort={onSort} />
          {columns.map((column) => (
            <Heading key={column.label} {...column} sorting={sorting} onSort={onSort} />
          ))}
          <th scope="col" className="label hidden py-2 pl-4 font-normal text-muted sm:table-cell">
            24 h
          </th>
        </tr>
      </thead>
      <tbody>
        {nodes.map((node) => (
          <Row key={node.id} node={node} most={most} />
        ))}
      </tbody>
    </table>
  )
}

interface HeadingProps extends Pick<Column, 'label' | 'sort' | 'className'> {
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}

const directions = { asc: 'ascending', desc: 'descending' } as const

function Heading({ label, sort, className, sorting, onSort }: HeadingProps) {
  const place = `px-2 py-1 font-normal first:pl-0 ${className}`
  if (!sort)
    return (
      <th scope="col" className={`label text-muted ${place}`}>
        {label}
      </th>
    )
  const isSorted = sorting.sort === sort
  const isDescending = isSorted ? sorting.order === 'asc' : sort !== 'name'
  return (
    <th scope="col" aria-sort={isSorted ? directions[sorting.order] : 'none'} className={place}>
      <button
        type="button"
        className={`label relative min-h-9 whitespace-nowrap hover:text-text ${isSorted ? 'text-text' : 'text-muted'}`}
        onClick={() => onSort({ sort, order: isDescending ? 'desc' : 'asc' })}
      >
        {label}
        {isSorted && (
          <span aria-hidden="true" className="absolute left-full pl-1">
            {sorting.order === 'desc' ? '↓' : '↑'}
          </span>
        )}
      </button>
    </th>
  )
}

function Row({ node, most }: { node: PublicNode; most: number }) {
  return (
    <tr className="border-b border-line hover:bg-raised">
      <th scope="row" className="w-2/3 max-w-0 py-3 pr-3 text-left font-normal sm:w-[38%] lg:w-1/4">
        <NodeLink node={node} />
        <span className="label block truncate text-muted">
          {describeHardware(node.hardware)} · <Operator operator={node.operator} />
        </span>
      </th>
      {columns.map(({ label, className, cell }) => (
        <td key={label} className={`px-2 py-3 font-mono text-sm whitespace-nowrap tabular-nums ${className}`}>
          {cell(node)}
        </td>
      ))}
      <td className="hidden py-3 pl-4 sm:table-cell">
        <Sparkline hours={node.lastDay.finishedByHour} failed={node.lastDay.failed} most={most} />
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
