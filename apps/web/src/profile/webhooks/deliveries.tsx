import { replayDeliveries, retryDelivery, type WebhookDelivery } from '@infra/protocol/programs/webhooks'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { describeRefusal } from '../../api/describe-refusal.ts'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { describeDelivery, describeSentAt } from './describe-webhook.ts'
import { deliveriesQuery } from './webhook-queries.ts'

/** What was sent to an endpoint, and what it answered. */
export function Deliveries({ webhookId, isOff }: { webhookId: string; isOff: boolean }) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(
    deliveriesQuery(webhookId),
    queryClient,
  )
  const replaying = useMutation(
    {
      mutationFn: () => call(replayDeliveries, { params: { id: webhookId }, body: { since: new Date(0) } }),
      onSuccess: () => refetch(),
    },
    queryClient,
  )
  const deliveries = data?.pages.flatMap(({ items }) => items)
  const problem = error ?? replaying.error

  return (
    <div className="flex w-full flex-col gap-4">
      {!deliveries && !error && (
        <div role="status" aria-label="Loading" className="h-16 animate-breathe bg-raised" />
      )}
      {deliveries?.length === 0 && <p className="text-muted">Nothing was sent in the last 30 days.</p>}
      {deliveries && deliveries.length > 0 && (
        <ul aria-label="Deliveries" className="flex flex-col divide-y divide-line border-t border-line">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} {...{ webhookId, delivery, isOff }} onRetried={() => refetch()} />
          ))}
        </ul>
      )}
      {!isOff && <Forwarding webhookId={webhookId} />}
      <p role="alert" className="text-danger empty:hidden">
        {problem && describeRefusal(problem).sentence}
      </p>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {hasNextPage && (
          <Button variant="text" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show older
          </Button>
        )}
        {!isOff && deliveries?.some(({ state }) => state === 'failed') && (
          <Button variant="text" disabled={replaying.isPending} onClick={() => replaying.mutate()}>
            Send all failed again
          </Button>
        )}
      </div>
    </div>
  )
}

/** For those who write the server: the network cannot call their machine. */
function Forwarding({ webhookId }: { webhookId: string }) {
  const command = `infra listen ${webhookId} --forward http://localhost:3000`
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="text-muted">To get these calls on your own machine as well, run this in a shell:</p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="min-w-0 font-mono wrap-anywhere">{command}</code>
        <CopyButton text={command} label="Copy command" />
      </div>
    </div>
  )
}

interface DeliveryRowProps {
  webhookId: string
  delivery: WebhookDelivery
  isOff: boolean
  onRetried: () => void
}

function DeliveryRow({ webhookId, delivery, isOff, onRetried }: DeliveryRowProps) {
  const retrying = useMutation(
    {
      mutationFn: () => call(retryDelivery, { params: { id: webhookId, delivery: delivery.id } }),
      onSuccess: onRetried,
    },
    queryClient,
  )
  const { type, state, answer, messageId } = delivery
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1 text-sm">
        <span className="font-mono">{type}</span>
        <span className="text-muted">{describeSentAt(delivery)}</span>
        <span className={state === 'delivered' ? 'text-muted' : 'text-danger'}>
          {describeDelivery(delivery)}
        </span>
        {answer && <code className="line-clamp-3 font-mono text-muted wrap-anywhere">{answer}</code>}
        <p role="alert" className="text-danger empty:hidden">
          {retrying.error && describeRefusal(retrying.error).sentence}
        </p>
      </div>
      {!isOff && (
        <Button
          variant="text"
          className="max-sm:-ml-5"
          aria-label={`Send again: ${type} ${messageId}`}
          disabled={retrying.isPending}
          onClick={() => retrying.mutate()}
        >
          Send again
        </Button>
      )}
    </li>
  )
}
