import {
  createWebhook,
  WEBHOOK_URL_MAX,
  type WebhookEvent,
  webhookEvents,
} from '@infra/protocol/programs/webhooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { describeRefusal } from '../../api/describe-refusal.ts'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { eventLabels } from './describe-webhook.ts'

export function NewWebhook({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>(['job.finished', 'job.error'])
  const making = useMutation(
    {
      mutationFn: () => call(createWebhook, { body: { url, events } }),
      onSuccess: ({ secret }) => onMade(secret),
    },
    queryClient,
  )
  const refusal = making.error && describeRefusal(making.error)

  return (
    <Modal title="Add a webhook" onClose={onClose}>
      <form
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          making.mutate()
        }}
      >
        <TextField
          name="url"
          label="Address"
          hint="An https address of your server, such as https://example.org/infra."
          value={url}
          max={WEBHOOK_URL_MAX}
          onChange={setUrl}
        />
        <Events chosen={events} onChange={setEvents} />
        <p role="alert" className="text-danger empty:hidden">
          {refusal && [refusal.sentence, ...Object.values(refusal.fields)].join(' ')}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={making.isPending || url.trim() === '' || events.length === 0}>
            Add webhook
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function Events({
  chosen,
  onChange,
}: {
  chosen: WebhookEvent[]
  onChange: (events: WebhookEvent[]) => void
}) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-2 font-mono text-sm">Call it when</legend>
      {webhookEvents.map((name) => (
        <label key={name} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-current"
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              onChange(webhookEvents.filter((one) => (one === name ? target.checked : chosen.includes(one))))
            }
          />
          {eventLabels[name]}
        </label>
      ))}
    </fieldset>
  )
}
