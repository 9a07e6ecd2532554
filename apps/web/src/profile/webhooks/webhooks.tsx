import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { SecretsSection } from '../secrets-section.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { webhooksQuery } from './webhook-queries.ts'
import { WebhookRow } from './webhook-row.tsx'

export function Webhooks({ address }: { address: string }) {
  const query = useQuery(webhooksQuery(address), queryClient)

  return (
    <SecretsSection
      title="Webhooks"
      what="Infra calls your server when one of your jobs ends, so your programs don’t have to ask. Every call is signed with a secret that only you and Infra know."
      secretName="secret"
      query={query}
      action="Add a webhook"
      list={({ items }, showSecret) =>
        items.length > 0 && (
          <ul aria-label="Webhooks" className="flex flex-col divide-y divide-line border-y border-line">
            {items.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                onChanged={() => void query.refetch()}
                onSecret={showSecret}
              />
            ))}
          </ul>
        )
      }
      form={(dialog) => <NewWebhook {...dialog} />}
    />
  )
}
