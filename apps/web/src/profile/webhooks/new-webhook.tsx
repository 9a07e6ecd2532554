import { createWebhook, WEBHOOK_URL_MAX, type WebhookEvent } from '@infra/protocol/programs/webhooks'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { TextField } from '../../ui/text-field.tsx'
import { CheckList } from '../check-list.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { eventLabels } from './describe-webhook.ts'

export function NewWebhook({ onSent, onClose }: { onSent: (secret: string) => void; onClose: () => void }) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>(['job.finished', 'job.error'])

  return (
    <FormDialog
      title="Add a webhook"
      action="Add webhook"
      send={() => call(createWebhook, { body: { url, events } })}
      canSend={url.trim() !== '' && events.length > 0}
      onSent={({ secret }) => onSent(secret)}
      onClose={onClose}
    >
      <TextField
        name="url"
        label="Address"
        hint="An https address of your server, such as https://example.org/infra."
        value={url}
        max={WEBHOOK_URL_MAX}
        onChange={setUrl}
      />
      <CheckList legend="Call it when" labels={eventLabels} chosen={events} onChange={setEvents} />
    </FormDialog>
  )
}
