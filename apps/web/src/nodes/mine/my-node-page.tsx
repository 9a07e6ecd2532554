import type { MyNodeDetails } from '@infra/protocol/nodes/my-nodes'
import { formatCount } from '@infra/protocol/values/format-count'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { Link } from '../../navigation/link.tsx'
import { IN_TEXT } from '../../navigation/link-styles.ts'
import { SubPageHead } from '../../navigation/sub-page-head.tsx'
import { Button } from '../../ui/button.tsx'
import { formatSeconds } from '../../ui/format-seconds.ts'
import { NodeAlerts } from '../alerts/node-alerts.tsx'
import {
  describeHardware,
  describeSandbox,
  describeSuccess,
  describeUptimes,
  formatMemory,
  sandboxWarning,
} from '../describe-node.ts'
import { FactList } from '../fact-list.tsx'
import { updating } from '../node-queries.ts'
import { refusalSentence } from '../refusal-sentence.ts'
import { StateMark } from '../state-mark.tsx'
import { NodeUpdate } from '../updates/node-update.tsx'
import { describeLastDay } from './describe-attempt.ts'
import { isNotFound, myNodeQuery } from './my-node-queries.ts'
import { NodeAttempts } from './node-attempts.tsx'
import { RemoveDialog, RenameDialog, TagsDialog } from './node-dialogs.tsx'
import { NodeFailures } from './node-failures.tsx'
import { NodeLog } from './node-log.tsx'
import { TagList } from './tag-list.tsx'
import { WhyNoJobs } from './why-no-jobs.tsx'

interface MyNodePageProps {
  address: string
  id: string
  onClose: () => void
  /** How its results were checked. */
  checks: ReactNode
}

/** One node, for its operator: what it does, what it did and what went wrong. */
export function MyNodePage({ address, id, onClose, checks }: MyNodePageProps) {
  const { data: node, error, refetch } = useQuery(myNodeQuery(address, id), queryClient)
  if (!node) {
    const isMissing = isNotFound(error)
    return (
      <article className="flex flex-col items-start gap-6">
        <SubPageHead title={isMissing ? 'Not your node' : 'Your node'} above="My nodes" onClose={onClose} />
        {!error && (
          <div role="status" aria-label="Loading" className="h-96 w-full animate-breathe bg-raised" />
        )}
        {isMissing && (
          <p className="text-muted">
            You have no node with this address.{' '}
            <Link to="/nodes" search={{ node: id }} className={IN_TEXT}>
              See what everyone sees
            </Link>
          </p>
        )}
        {error && !isMissing && (
          <>
            <p role="alert">Couldn’t load the node. {refusalSentence(error)}</p>
            <Button icon="refresh" onClick={() => refetch()}>
              Try again
            </Button>
          </>
        )}
      </article>
    )
  }
  return (
    <article className="flex flex-col gap-10">
      <header className="flex flex-col gap-4">
        <SubPageHead title={node.name} above="My nodes" onClose={onClose} />
        <State node={node} />
        <Actions node={node} onRemoved={onClose} />
      </header>
      <NodeAlerts address={address} nodeId={node.id} />
      <Facts node={node} />
      <div className="flex flex-col gap-4">
        {checks}
        <NodeLog address={address} id={node.id} />
      </div>
      <NodeFailures failures={node.failures} />
      <NodeAttempts address={address} id={node.id} />
    </article>
  )
}

function State({ node }: { node: MyNodeDetails }) {
  const warning = sandboxWarning(node.sandbox)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <StateMark node={node} isPaused={node.pausedUntil !== null && !node.maintenance} />
        <TagList tags={node.tags} />
      </div>
      <WhyNoJobs node={node} />
      {warning && <p className="border-l-2 border-danger pl-4">{warning}</p>}
      <NodeUpdate node={node} />
    </>
  )
}

function Actions({ node, onRemoved }: { node: MyNodeDetails; onRemoved: () => void }) {
  const [dialog, setDialog] = useState<'rename' | 'tags' | 'remove'>()
  const resting = useMutation(updating, queryClient)
  const close = () => setDialog(undefined)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={resting.isPending}
          onClick={() => resting.mutate({ id: node.id, maintenance: !node.maintenance })}
        >
          {node.maintenance ? 'Take jobs again' : 'Start maintenance'}
        </Button>
        <Button onClick={() => setDialog('rename')}>Rename</Button>
        <Button onClick={() => setDialog('tags')}>Tags</Button>
        <Button variant="danger" onClick={() => setDialog('remove')}>
          Remove
        </Button>
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {resting.error && refusalSentence(resting.error)}
      </p>
      {dialog === 'rename' && <RenameDialog node={node} onClose={close} />}
      {dialog === 'tags' && <TagsDialog nodes={[node]} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog node={node} onClose={close} onRemoved={onRemoved} />}
    </>
  )
}

const dateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

function Facts({ node }: { node: MyNodeDetails }) {
  const { hardware, disk } = node
  const facts: [string, ReactNode][] = [
    ['24 hours', describeLastDay(node)],
    ['In all', `${formatCount(node.jobsDone, 'job')} · ${formatCount(node.creditsEarned, 'credit')}`],
    ['Hardware', hardware ? `${describeHardware(hardware)}, ${hardware.platform}` : describeHardware(null)],
    [
      'Disk space',
      disk
        ? `${formatMemory(disk.freeMb)} free, ${formatMemory(disk.neededMb)} needed`
        : 'Unknown: its agent hasn’t reported it',
    ],
    ['Sandbox', describeSandbox(node.sandbox)],
    ['Parallel jobs', formatCount(node.slots, 'job')],
    ['Typical run', formatSeconds(node.p50Seconds)],
    ['Uptime', describeUptimes(node)],
    ['Joined', dateFormat.format(node.createdAt)],
    [
      'Address',
      <span key="address" className="break-all">
        {node.id}
      </span>,
    ],
  ]
  return (
    <section aria-label="Facts" className="flex flex-col gap-4">
      <FactList facts={facts} isWide />
      <p className="text-muted">{describeSuccess(node.success)}</p>
    </section>
  )
}
