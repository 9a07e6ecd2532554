import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { useSearchParam } from '../navigation/use-search-param.ts'
import { AddNode } from '../nodes/add-node.tsx'
import { MyNodes } from '../nodes/my-nodes.tsx'
import { NetworkCharts } from '../nodes/network-charts.tsx'
import { NetworkNow } from '../nodes/network-now.tsx'
import { NodeDetails, NoSuchNode } from '../nodes/node-details.tsx'
import { nodesQuery, statsQuery } from '../nodes/node-queries.ts'
import { NodeTable } from '../nodes/node-table.tsx'
import { NodesSkeleton } from '../nodes/nodes-skeleton.tsx'
import { refusalSentence } from '../nodes/refusal-sentence.ts'
import { queryClient } from '../query-client.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Source } from '../ui/thermal-image.tsx'

export function Nodes() {
  const { phase, address } = useAccount()
  const stats = useQuery(statsQuery, queryClient)
  const nodes = useQuery(nodesQuery, queryClient)
  const open = useSearchParam('node')
  const link = useSearchParam('link')
  const [isAdding, setAdding] = useState(false)
  const retry = () => Promise.all([stats.refetch(), nodes.refetch()])

  const items = nodes.data?.items
  const problem = nodes.error ?? stats.error
  if ((!items || !stats.data) && problem) return <NotArrived error={problem} onRetry={retry} />
  if (!items || !stats.data) return <NodesSkeleton />
  const node = items.find(({ id }) => id.toLowerCase() === open.value?.toLowerCase())
  const figures = stats.data.nodes
  return (
    <div className="flex flex-col gap-10">
      <AddButton onAdd={() => setAdding(true)} />
      {items.length === 0 ? <NoNodes /> : <NetworkNow now={stats.data.now} />}
      {items.length > 0 && <NetworkCharts stats={stats.data} />}
      {phase === 'authenticated' && address && <MyNodes address={address} />}
      {items.length > 0 && <NodeTable nodes={items} figures={figures} />}
      {node && (
        <NodeDetails
          node={node}
          figures={figures.find(({ nodeId }) => nodeId === node.id)}
          onClose={open.close}
        />
      )}
      {open.value && !node && <NoSuchNode onClose={open.close} />}
      {(isAdding || link.value !== undefined) && (
        <AddNode
          code={link.value}
          onCode={(code) => code && link.open(code)}
          onClose={() => {
            setAdding(false)
            if (link.value !== undefined) link.close()
          }}
        />
      )}
    </div>
  )
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  return (
    <div className="-mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <p className="max-w-[38rem] text-lg/7 text-muted">
        Machines of people like you run the jobs, and earn 95 % of what they cost.
      </p>
      <Button look="hot" icon="plus" onClick={onAdd}>
        Add your node
      </Button>
    </div>
  )
}

function NotArrived({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="flex flex-col items-start gap-5">
      <p role="alert" className="text-lg/7">
        The state of the network did not arrive. {refusalSentence(error)}
      </p>
      <Button icon="refresh" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

function NoNodes() {
  return (
    <EmptyState sources={network} title="No node has joined yet." actions={null}>
      <p>
        A node is a machine that runs other people’s jobs and earns credits for it. A busy one glows; what you
        see is a network at rest. Yours can be the first.
      </p>
    </EmptyState>
  )
}

/** Machines, and the lines between them. */
const network: Source[] = [
  { x: 6, y: 4, width: 3, height: 3, heat: 0.22 },
  { x: 17, y: 12, width: 2, height: 2, heat: 0.18 },
  { x: 27, y: 5, width: 4, height: 4, heat: 0.25 },
  { x: 39, y: 12, width: 3, height: 3, heat: 0.2 },
  { x: 48, y: 3, width: 2, height: 2, heat: 0.18 },
  { x: 56, y: 10, width: 3, height: 3, heat: 0.22 },
  { x: 8, y: 5, width: 20, height: 1, heat: 0.07, blur: 0.8 },
  { x: 18, y: 6, width: 1, height: 6, heat: 0.07, blur: 0.8 },
  { x: 30, y: 6, width: 10, height: 1, heat: 0.07, blur: 0.8 },
  { x: 40, y: 6, width: 1, height: 6, heat: 0.07, blur: 0.8 },
  { x: 40, y: 4, width: 9, height: 1, heat: 0.06, blur: 0.8 },
  { x: 49, y: 4, width: 8, height: 1, heat: 0.06, blur: 0.8 },
  { x: 57, y: 4, width: 1, height: 7, heat: 0.06, blur: 0.8 },
]
