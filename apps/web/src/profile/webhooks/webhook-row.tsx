import {
  changeWebhook,
  deleteWebhook,
  rotateWebhook,
  testWebhook,
  type Webhook,
} from '@infra/protocol/programs/webhooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { describeRefusal } from '../../api/describe-refusal.ts'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Deliveries } from './deliveries.tsx'
import { describeWebhook } from './describe-webhook.ts'
import { deliveriesQuery } from './webhook-queries.ts'

interface WebhookRowProps {
  webhook: Webhook
  onChanged: () => void
  onSecret: (secret: string) => void
}

export function WebhookRow({ webhook, onChanged, onSecret }: WebhookRowProps) {
  const [isOpen, setOpen] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const params = { id: webhook.id }
  const isOff = webhook.stopped !== null
  /** One at a time, because each affects the others. */
  const acting = useMutation({ mutationFn: (act: () => Promise<void>) => act() }, queryClient)
  const test = async () => {
    await call(testWebhook, { params })
    setOpen(true)
    await queryClient.invalidateQueries({ queryKey: deliveriesQuery(webhook.id).queryKey })
  }
  const rotate = async () => {
    onSecret((await call(rotateWebhook, { params })).secret)
    onChanged()
  }
  const turn = async () => {
    await call(changeWebhook, { params, body: { isOn: isOff } })
    onChanged()
  }
  const quiet = (label: string, act: () => Promise<void>) => (
    <Button
      variant="text"
      aria-label={`${label}: ${webhook.url}`}
      disabled={acting.isPending}
      onClick={() => acting.mutate(act)}
    >
      {label}
    </Button>
  )

  return (
    <li className="flex flex-col gap-3 py-4">
      <div className={`flex min-w-0 flex-col gap-1 ${isOff ? 'text-muted' : ''}`}>
        <span className="font-mono text-sm wrap-anywhere">
          {webhook.url}
          {isOff && <span className="label ml-3">off</span>}
        </span>
        {describeWebhook(webhook).map((line) => (
          <span key={line} className="text-sm text-muted">
            {line}
          </span>
        ))}
      </div>
      {/* The first button’s label stands at the edge of the text above. */}
      <div className="-ml-5 flex flex-wrap">
        {!isOff && quiet('Send a test', test)}
        <Button
          variant="text"
          aria-expanded={isOpen}
          aria-label={`Deliveries: ${webhook.url}`}
          onClick={() => setOpen(!isOpen)}
        >
          Deliveries
        </Button>
        {quiet('New secret', rotate)}
        {quiet(isOff ? 'Switch on' : 'Switch off', turn)}
        <Button variant="text" aria-label={`Delete: ${webhook.url}`} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {acting.error && describeRefusal(acting.error).sentence}
      </p>
      {isOpen && <Deliveries webhookId={webhook.id} isOff={isOff} />}
      {isDeleting && (
        <ConfirmDialog
          title="Delete this webhook?"
          action="Delete"
          act={() => call(deleteWebhook, { params })}
          onDone={() => {
            setDeleting(false)
            onChanged()
          }}
          onClose={() => setDeleting(false)}
        >
          <p className="wrap-anywhere">
            Nothing more is sent to {webhook.url}, and what was sent is no longer listed.
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}
