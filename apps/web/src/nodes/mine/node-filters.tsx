import { NodeState } from '@infra/protocol/nodes'
import { type MyNodeCounts, MyNodeSort } from '@infra/protocol/nodes/my-nodes'
import { stateLabels } from '../describe-node.ts'
import { FilterChips } from '../filter-chips.tsx'
import type { MyNodeFilter } from './my-node-queries.ts'

interface NodeFiltersProps {
  counts: MyNodeCounts
  filter: MyNodeFilter
  onChange: (filter: MyNodeFilter) => void
}

/** What is searched for, which states and tags are shown, and in which order. */
export function NodeFilters({ counts, filter, onChange }: NodeFiltersProps) {
  const { search = '', tag, sort = 'name' } = filter
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <input
          type="search"
          aria-label="Search my nodes"
          placeholder="Name, tag, address or app"
          value={search}
          maxLength={60}
          className="min-h-11 w-full border border-edge bg-ground px-4 placeholder:text-muted hover:border-muted focus:border-text sm:w-80"
          onChange={(event) => onChange({ ...filter, search: event.target.value || undefined })}
        />
        <label className="flex min-w-0 items-center gap-3 font-mono text-sm">
          <span className="text-muted">Sort by</span>
          <select
            value={sort}
            className="min-h-11 min-w-0 border border-edge bg-ground px-3 hover:border-muted"
            onChange={(event) => onChange({ ...filter, sort: MyNodeSort.parse(event.target.value) })}
          >
            {MyNodeSort.options.map((one) => (
              <option key={one} value={one}>
                {sortLabels[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <FilterChips name="my-node-state" legend="State" chips={stateChips(counts, filter, onChange)} />
      {counts.tags.length > 0 && (
        <FilterChips
          name="my-node-tag"
          legend="Tag"
          chips={[
            {
              label: 'Any tag',
              isChosen: tag === undefined,
              onChoose: () => onChange({ ...filter, tag: undefined }),
            },
            ...counts.tags.map((one) => ({
              label: one.tag,
              count: one.nodes,
              isChosen: tag === one.tag,
              onChoose: () => onChange({ ...filter, tag: one.tag }),
            })),
          ]}
        />
      )}
    </div>
  )
}

/** States, and those with alerts in any state. */
function stateChips(counts: MyNodeCounts, filter: MyNodeFilter, onChange: NodeFiltersProps['onChange']) {
  const chip = (label: string, count: number, chosen: Pick<MyNodeFilter, 'state' | 'alerts'>) => ({
    label,
    count,
    isChosen: filter.state === chosen.state && filter.alerts === chosen.alerts,
    onChoose: () => onChange({ ...filter, state: chosen.state, alerts: chosen.alerts }),
  })
  return [
    chip('All', counts.all, {}),
    ...NodeState.options.map((state) => chip(stateLabels[state], counts.states[state], { state })),
    chip('With alerts', counts.alerts, { alerts: 'open' }),
  ]
}

const sortLabels: Record<MyNodeSort, string> = {
  name: 'Name',
  day: 'Jobs in 24 h',
  jobs: 'All jobs',
  earned: 'Earned',
  success: 'Success',
  uptime: 'Uptime, 7 d',
  newest: 'Newest',
}
