import type { ChatMessage } from '@infra/protocol/chat'
import { JobActionCard } from './job-action-card.tsx'
import { NodeCard } from './node-card.tsx'
import { OrderCard } from './order-card.tsx'

interface OfferCardProps {
  offer: NonNullable<ChatMessage['offer']>
  message: {
    id: string
    /** No later message offers anything. */
    isLatest: boolean
  }
}

/** What Infra proposes. Nothing is done before the user confirms it here. */
export function OfferCard({ offer, message }: OfferCardProps) {
  switch (offer.kind) {
    case 'order':
      return <OrderCard offer={offer} message={message} />
    case 'job':
      return <JobActionCard offer={offer} messageId={message.id} />
    case 'node':
      return <NodeCard offer={offer} />
  }
}
