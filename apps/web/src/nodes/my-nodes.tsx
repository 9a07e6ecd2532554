import type { MyNode } from '@infra/protocol/nodes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { formatSuccess, sandboxWarning } from './describe-node.ts'
import { Earnings } from './earnings-view.tsx'
import { myNodesQuery, removing, updating } from './node-queries.ts'
import { PendingEarnings } from './pending-earnings.tsx'
import { refusalSentence } from './refusal-sentence.ts'
import { StateMark } from './state-mark.tsx'

interface MyNodesProps {
  address: string
  /** What else there is to say of a node. */
  more?: (id: string) => ReactNode
}

/** The user's own nodes. Renders nothing for a user without nodes. */
export function MyNodes({ address, more }: MyNodesProps) {
  const { data, error, refetch } = useQuery(myNodesQuery(address), queryClient)
  if (!data && error) {
    return (
      <div className="flex flex-wrap items-center gap-4 border border-line p-5">
        <p role="alert">Couldn’t load your nodes. {refusalSentence(error)}</p>
        <Button icon="refresh" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="my-nodes" className="flex flex-col gap-4">
      <h2 id="my-nodes" className="text-xl/7 font-semibold">
        My nodes
      </h2>
      <ul className="flex flex-col border border-edge">
        {data.items.map((node) => (
          <MyNodeRow key={node.id} node={node}>
            {more?.(node.id)}
          </MyNodeRow>
        ))}
      </ul>
      <PendingEarnings address={address} />
      <Earnings address={address} nodes={data.items} />
    </section>
  )
}

function MyNodeRow({ node, children }: { node: MyNode; children: ReactNode }) {
  const [dialog, setDialog] = useState<'rename' | 'remove'>()
  const pausing = useMutation(updating, queryClient)
  const warning = sandboxWarning(node.sandbox)
  return (
    <li
      aria-label={node.name}
      className="flex flex-col gap-3 border-t border-line p-4 first:border-t-0 sm:p-5"
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <p className="min-w-0 flex-1 basis-48 truncate text-lg/7 font-semibold">
          <bdi>{node.name}</bdi>
        </p>
        <StateMark node={node} isPaused={node.pausedUntil !== null && !node.maintenance} />
        <p className="font-mono text-sm text-muted tabular-nums">
          {node.jobsDone.toLocaleString('en')} jobs · {formatSuccess(node.success)} ·{' '}
          <span className="text-text">{node.creditsEarned.toLocaleString('en')} credits</span>
        </p>
      </div>
      {node.whyNoJobs && (
        <p className="border-l-2 border-danger pl-4">
          <span className="text-muted">Why it gets no jobs: </span>
          {node.whyNoJobs}
        </p>
      )}
      {warning && <p className="border-l-2 border-danger pl-4">{warning}</p>}
      {children}
      <div className="-ml-5 flex flex-wrap">
        <Button look="quiet" onClick={() => setDialog('rename')}>
          Rename
        </Button>
        <Button
          look="quiet"
          disabled={pausing.isPending}
          onClick={() => pausing.mutate({ id: node.id, maintenance: !node.maintenance })}
        >
          {node.maintenance ? 'Take jobs again' : 'Maintenance'}
        </Button>
        <Button look="quiet" onClick={() => setDialog('remove')}>
          Remove
        </Button>
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {pausing.error && refusalSentence(pausing.error)}
      </p>
      {dialog === 'rename' && <RenameDialog node={node} onClose={() => setDialog(undefined)} />}
      {dialog === 'remove' && <RemoveDialog node={node} onClose={() => setDialog(undefined)} />}
    </li>
  )
}

interface DialogProps {
  node: MyNode
  onClose: () => void
}

function RenameDialog({ node, onClose }: DialogProps) {
  const [name, setName] = useState(node.name)
  const renaming = useMutation(
    {
      ...updating,
      onSuccess: async (...told) => {
        await updating.onSuccess?.(...told)
        onClose()
      },
    },
    queryClient,
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!renaming.isPending) renaming.mutate({ id: node.id, name })
  }
  return (
    <Modal title="Rename this node" onClose={onClose}>
      <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
        <label className="flex flex-col gap-2.5 font-mono text-sm">
          Name
          <input
            value={name}
            autoComplete="off"
            aria-invalid={renaming.isError}
            className="min-h-12 border border-edge bg-ground px-4 font-sans text-lg aria-invalid:border-danger"
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <p role="alert" className="text-danger empty:hidden">
          {renaming.error && refusalSentence(renaming.error)}
        </p>
        <Button type="submit" look="hot" disabled={renaming.isPending} className="self-start">
          Rename
        </Button>
      </form>
    </Modal>
  )
}

function RemoveDialog({ node, onClose }: DialogProps) {
  const taking = useMutation(removing, queryClient)
  return (
    <Modal title={`Remove ${node.name}?`} onClose={onClose}>
      <p className="text-muted">
        Its running jobs move to other nodes, and its key stops working. You keep what it earned. To bring it
        back, link it again.
      </p>
      <p role="alert" className="text-danger empty:hidden">
        {taking.error && refusalSentence(taking.error)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="danger" disabled={taking.isPending} onClick={() => taking.mutate(node.id)}>
          Remove
        </Button>
        <Button onClick={onClose}>Keep it</Button>
      </div>
    </Modal>
  )
}
