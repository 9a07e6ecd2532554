import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { useDebounced } from '../../store/use-debounced.ts'
import { Button } from '../../ui/button.tsx'
import { Earnings } from '../earnings-view.tsx'
import { PendingEarnings } from '../pending-earnings.tsx'
import { refusalSentence } from '../refusal-sentence.ts'
import { BulkBar } from './bulk-bar.tsx'
import { type MyNodeFilter, myNodesQuery } from './my-node-queries.ts'
import { MyNodeRow } from './my-node-row.tsx'
import { NodeFilters } from './node-filters.tsx'
import { useSelection } from './selection.ts'

/** This few can be seen at a glance, so there's nothing to search for. */
const GLANCE = 5

/** The user's own nodes, one or a hundred. Renders nothing for a user without nodes. */
export function MyNodes({ address }: { address: string }) {
  const [filter, setFilter] = useState<MyNodeFilter>({})
  const search = useDebounced(filter.search?.trim() || undefined)
  const nodes = useInfiniteQuery(myNodesQuery(address, { ...filter, search }), queryClient)
  const { data, error, refetch } = nodes
  const shown = data?.pages.flatMap(({ items }) => items) ?? []
  const selection = useSelection(shown)
  const counts = data?.pages[0]?.counts
  if (!counts && error) return <NotLoaded error={error} onRetry={() => refetch()} />
  if (!counts || counts.all === 0) return null
  const hasFilters = counts.all > GLANCE || counts.tags.length > 0
  return (
    <section aria-labelledby="my-nodes" className="flex flex-col gap-4">
      <h2 id="my-nodes" className="text-xl/7 font-semibold">
        My nodes
      </h2>
      {hasFilters && <NodeFilters counts={counts} filter={filter} onChange={setFilter} />}
      {error && (
        <p role="alert" className="text-danger">
          Couldn’t load your nodes. {refusalSentence(error)}
        </p>
      )}
      {counts.all > 1 && shown.length > 0 && (
        <label className="flex min-h-11 items-center gap-4 self-start pl-4 text-muted sm:pl-5">
          <input
            type="checkbox"
            className="size-5 accent-hot"
            checked={shown.every(({ id }) => selection.has(id))}
            onChange={(event) => selection.chooseAll(event.target.checked)}
          />
          Select all {shown.length}
        </label>
      )}
      {shown.length > 0 ? (
        <ul className="flex flex-col border border-edge">
          {shown.map((node) => (
            <MyNodeRow key={node.id} node={node} selection={counts.all > 1 ? selection : undefined} />
          ))}
        </ul>
      ) : (
        <p className="py-6 text-muted">No node of yours matches.</p>
      )}
      {nodes.hasNextPage && (
        <Button
          className="self-start"
          disabled={nodes.isFetchingNextPage}
          onClick={() => void nodes.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {selection.chosen.length > 0 && (
        <BulkBar nodes={selection.chosen} onClear={() => selection.chooseAll(false)} />
      )}
      <PendingEarnings address={address} />
      <Earnings address={address} />
    </section>
  )
}

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-4 border border-line p-5">
      <p role="alert">Couldn’t load your nodes. {refusalSentence(error)}</p>
      <Button icon="refresh" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
