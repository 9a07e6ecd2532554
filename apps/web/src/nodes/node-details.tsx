import { findApp } from '@infra/protocol/apps/catalogue'
import type { PublicNode } from '@infra/protocol/nodes'
import { Refusal } from '@infra/protocol/refusal'
import { formatCount } from '@infra/protocol/values/format-count'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../api/query-client.ts'
import { formatSeconds } from '../ui/format-seconds.ts'
import { Modal } from '../ui/modal.tsx'
import {
  describeHardware,
  describeSandbox,
  describeSuccess,
  describeUptimes,
  isShownApp,
} from './describe-node.ts'
import { FactList } from './fact-list.tsx'
import { nodeQuery } from './node-queries.ts'
import { Operator } from './operator.tsx'
import { refusalSentence } from './refusal-sentence.ts'
import { StateMark } from './state-mark.tsx'

interface OpenedNodeProps {
  id: string
  onClose: () => void
  /** Shown below its facts. */
  children?: ReactNode
}

/** The node that the search parameters open. Nothing is shown until it is loaded. */
export function OpenedNode({ id, onClose, children }: OpenedNodeProps) {
  const { data, error } = useQuery(nodeQuery(id), queryClient)
  if (data) {
    return (
      <NodeDetails node={data} onClose={onClose}>
        {children}
      </NodeDetails>
    )
  }
  if (!error) return null
  return (
    <Modal title={isMissing(error) ? 'Node not found.' : 'Couldn’t load the node.'} onClose={onClose}>
      <p className="text-muted">
        {isMissing(error)
          ? 'The link may be wrong, or its operator removed the machine.'
          : refusalSentence(error)}
      </p>
    </Modal>
  )
}

const isMissing = (error: Error) => error instanceof Refusal && error.code === 'not_found'

interface NodeDetailsProps {
  node: PublicNode
  onClose: () => void
  children?: ReactNode
}

const dateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

export function NodeDetails({ node, onClose, children }: NodeDetailsProps) {
  const { hardware, operator, lastDay } = node
  const apps = node.apps.filter(isShownApp)
  const finishedToday = lastDay.finishedByHour.reduce((sum, count) => sum + count, 0)
  const facts: [string, ReactNode][] = [
    ['Operator', <Operator key="operator" operator={operator} />],
    ['Hardware', hardware ? `${describeHardware(hardware)}, ${hardware.platform}` : describeHardware(null)],
    ['Benchmark', hardware ? `${hardware.mflops.toLocaleString('en')} MFLOPS per core` : 'Not measured yet'],
    ['Sandbox', describeSandbox(node.sandbox)],
    ['Agent', node.agentVersion ?? 'Unknown'],
    ['Parallel jobs', formatCount(node.slots, 'job')],
    ['Jobs done', node.jobsDone.toLocaleString('en')],
    ['24 hours', `${finishedToday} finished, ${lastDay.failed} failed`],
    ['Typical run', formatSeconds(node.p50Seconds)],
    ['Uptime', describeUptimes(node)],
    ['Earned', `${node.creditsEarned.toLocaleString('en')} credits`],
    ['Joined', dateFormat.format(node.createdAt)],
  ]
  return (
    <Modal title={node.name} onClose={onClose}>
      <div className="flex flex-col gap-2">
        <StateMark node={node} />
        {node.maintenanceReason && <p className="text-muted">{node.maintenanceReason}</p>}
        <p className="font-mono text-sm break-all text-muted">{node.id}</p>
      </div>
      <FactList facts={facts} />
      <p className="text-muted">{describeSuccess(node.success)}</p>
      <section className="flex flex-col gap-3">
        <h3 className="font-mono text-sm">Serves</h3>
        <ul className="flex flex-wrap gap-2">
          {apps.map((id) => (
            <li key={id} className="label border border-line px-2.5 py-1.5">
              {findApp(id)?.name ?? id}
            </li>
          ))}
          {apps.length === 0 && <li className="text-muted">No app.</li>}
        </ul>
      </section>
      {children}
    </Modal>
  )
}
