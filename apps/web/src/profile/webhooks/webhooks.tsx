import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeRefusal } from '../../api/describe-refusal.ts'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../section.tsx'
import { ShownOnce } from '../shown-once.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { webhooksQuery } from './webhook-queries.ts'
import { WebhookRow } from './webhook-row.tsx'

export function Webhooks({ address }: { address: string }) {
  const { data, error, refetch } = useQuery(webhooksQuery(address), queryClient)
  const [secret, setSecret] = useState<string>()
  const [isMaking, setMaking] = useState(false)
  const reload = () => void queryClient.invalidateQueries({ queryKey: webhooksQuery(address).queryKey })

  return (
    <Section title="Webhooks">
      <p className="text-muted">
        Infra calls your server when one of your jobs ends, so your programs don’t have to ask. Every call is
        signed with a secret that only you and Infra know.
      </p>
      {secret && (
        <ShownOnce
          secret={secret}
          sentence="Copy the secret now. It is shown only this once."
          copyLabel="Copy secret"
          onDone={() => setSecret(undefined)}
        />
      )}
      {data && data.items.length > 0 && (
        <ul aria-label="Webhooks" className="flex flex-col divide-y divide-line border-y border-line">
          {data.items.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onChanged={reload} onSecret={setSecret} />
          ))}
        </ul>
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading" className="h-16 animate-breathe bg-raised" />
      )}
      <p role="alert" className="text-danger empty:hidden">
        {error && describeRefusal(error).sentence}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setMaking(true)}>Add a webhook</Button>
        {error && (
          <Button look="quiet" icon="refresh" onClick={() => refetch()}>
            Try again
          </Button>
        )}
      </div>
      {isMaking && (
        <NewWebhook
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false)
            setSecret(made)
            reload()
          }}
        />
      )}
    </Section>
  )
}
