import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { readerOf } from '../account/account.ts'
import { useAccount } from '../account/account-context.tsx'
import { queryClient } from '../api/query-client.ts'
import { Link } from '../navigation/link.tsx'
import { IN_TEXT } from '../navigation/link-styles.ts'
import { useSearchParam } from '../navigation/use-search-param.ts'
import { AddNode } from '../nodes/add-node.tsx'
import { NodeAlerts } from '../nodes/alerts/node-alerts.tsx'
import { MyNodes } from '../nodes/mine/my-nodes.tsx'
import { MySanctions } from '../nodes/my-sanctions.tsx'
import { NetworkCharts } from '../nodes/network-charts.tsx'
import { NetworkMap } from '../nodes/network-map.tsx'
import { NetworkNow } from '../nodes/network-now.tsx'
import { nodeMapQuery, statsQuery } from '../nodes/node-queries.ts'
import { NodeTable } from '../nodes/node-table.tsx'
import { NodesSkeleton } from '../nodes/nodes-skeleton.tsx'
import { refusalSentence } from '../nodes/refusal-sentence.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Source } from '../ui/thermal-image.tsx'
import { NodePanel } from '../widgets/node-panel.tsx'

const EarningPage = lazy(async () => ({
  default: (await import('../nodes/earning/earning-page.tsx')).EarningPage,
}))
const TrustPage = lazy(async () => ({ default: (await import('../trust/trust-page.tsx')).TrustPage }))

export function Nodes() {
  const reader = readerOf(useAccount())
  const stats = useQuery(statsQuery, queryClient)
  const map = useQuery(nodeMapQuery, queryClient)
  const open = useSearchParam('node')
  const link = useSearchParam('link')
  const about = useSearchParam('about')
  const [isAdding, setAdding] = useState(false)

  if (about.value === 'trust' || about.value === 'earnings')
    return (
      <Suspense fallback={<NodesSkeleton />}>
        {about.value === 'trust' ? (
          <TrustPage onClose={about.close} />
        ) : (
          <EarningPage onClose={about.close} />
        )}
      </Suspense>
    )

  if (!stats.data && stats.error) return <NotArrived error={stats.error} onRetry={() => stats.refetch()} />
  if (!stats.data) return <NodesSkeleton />
  const { now } = stats.data
  const hasNodes = Object.values(now.nodes).some((count) => count > 0)
  return (
    <div className="flex flex-col gap-10">
      <AddButton onAdd={() => setAdding(true)} />
      {reader && <NodeAlerts address={reader} />}
      {hasNodes ? <NetworkNow now={now} /> : <NoNodes />}
      {hasNodes && map.data && <NetworkMap {...map.data} />}
      {hasNodes && <NetworkCharts stats={stats.data} />}
      {reader && <MySanctions address={reader} />}
      {reader && <MyNodes address={reader} />}
      {hasNodes && <NodeTable counts={now.nodes} />}
      {open.value && <NodePanel id={open.value} onClose={open.close} />}
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
        People’s own machines run the jobs, and earn 95 % of the price.{' '}
        <Link to="/nodes" search={{ about: 'earnings' }} className={IN_TEXT}>
          What would a machine earn?
        </Link>
      </p>
      <Button variant="primary" icon="plus" onClick={onAdd}>
        Add your node
      </Button>
    </div>
  )
}

function NotArrived({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="flex flex-col items-start gap-5">
      <p role="alert" className="text-lg/7">
        Couldn’t load the state of the network. {refusalSentence(error)}
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
