import type { Offer } from '@infra/protocol/chat'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useAccount } from '../account/account-context.tsx'
import { queryClient } from '../api/query-client.ts'
import { isNotFound, myNodeQuery } from '../nodes/mine/my-node-queries.ts'
import { updating } from '../nodes/node-queries.ts'
import { refusalSentence } from '../nodes/refusal-sentence.ts'
import { Button } from '../ui/button.tsx'

/** A node of the user goes into maintenance or out of it, when they press. */
export function NodeCard({ offer: { nodeId, maintenance } }: { offer: Extract<Offer, { kind: 'node' }> }) {
  const { address = '' } = useAccount()
  const own = useQuery({ ...myNodeQuery(address, nodeId), enabled: address !== '' }, queryClient)
  const { data: node, error } = own
  const update = useMutation(updating, queryClient)
  if (isNotFound(error)) return <p className="text-muted">This node was removed.</p>
  if (!node && error) return <p role="alert">Couldn’t load your node. {refusalSentence(error)}</p>
  if (!node) return <div role="status" aria-label="Loading" className="h-16 animate-breathe bg-raised" />
  const label = maintenance ? 'Let it rest' : 'Wake it up'
  return (
    <section aria-label={label} className="flex max-w-xl flex-col gap-4 border border-edge p-4">
      <p className="font-semibold wrap-anywhere">
        <bdi>{node.name}</bdi>
      </p>
      {node.maintenance === maintenance ? (
        <p role="status" className="text-muted">
          {maintenance ? 'It’s in maintenance and gets no new jobs.' : 'It takes jobs again.'}
        </p>
      ) : (
        <Button
          className="self-start"
          disabled={update.isPending}
          onClick={() => update.mutate({ id: node.id, maintenance })}
        >
          {label}
        </Button>
      )}
      {update.error && <p role="alert">{refusalSentence(update.error)}</p>}
    </section>
  )
}
