import type { MyNode } from '@infra/protocol/nodes'
import { NODES_AT_ONCE_MAX } from '@infra/protocol/nodes/my-nodes'
import { formatCount } from '@infra/protocol/values/format-count'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { refusalSentence } from '../refusal-sentence.ts'
import { updatingMany } from './my-node-queries.ts'
import { TagsDialog } from './node-dialogs.tsx'

interface BulkBarProps {
  nodes: readonly MyNode[]
  onClear: () => void
}

/** The actions for all selected nodes. Stays visible while the list is scrolled. */
export function BulkBar({ nodes, onClear }: BulkBarProps) {
  const [isTagging, setTagging] = useState(false)
  const changing = useMutation(updatingMany, queryClient)
  const isTooMany = nodes.length > NODES_AT_ONCE_MAX
  const rest = (maintenance: boolean) => changing.mutate({ ids: nodes.map(({ id }) => id), maintenance })
  return (
    <section aria-label="Chosen nodes" className={place}>
      <div className="-ml-2 flex flex-wrap items-center">
        <p role="status" className="min-h-11 content-center px-2 font-mono text-sm tabular-nums">
          {formatCount(nodes.length, 'node')}
        </p>
        <Button variant="text" className={action} disabled={isTooMany} onClick={() => setTagging(true)}>
          Tags
        </Button>
        {actions.map(({ label, maintenance }) => (
          <Button
            key={label}
            variant="text"
            className={action}
            disabled={changing.isPending || isTooMany}
            onClick={() => rest(maintenance)}
          >
            {label}
          </Button>
        ))}
        <Button variant="text" className={action} onClick={onClear}>
          Clear
        </Button>
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {isTooMany && `Choose ${NODES_AT_ONCE_MAX} nodes at most.`}
        {changing.error && refusalSentence(changing.error)}
      </p>
      {isTagging && <TagsDialog nodes={nodes} onClose={() => setTagging(false)} />}
    </section>
  )
}

const actions = [
  { label: 'Start maintenance', maintenance: true },
  { label: 'Take jobs again', maintenance: false },
]

const action = 'max-sm:px-2'

/** Above the mobile bar, and the line of open jobs where there is one. */
const place =
  'sticky bottom-4 z-10 border border-edge bg-raised px-4 py-1 max-sm:pr-20 max-sm:bottom-[calc(4.25rem+env(safe-area-inset-bottom))] max-sm:[body:has([data-open-jobs])_&]:bottom-[calc(7.25rem+env(safe-area-inset-bottom))]'
