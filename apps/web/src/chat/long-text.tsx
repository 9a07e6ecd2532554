import { MESSAGE_CHARACTERS_MAX, type OrderOffer } from '@infra/protocol/chat'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { appsQuery } from '../catalogue/catalogue-queries.ts'
import { Button } from '../ui/button.tsx'
import { offersFor } from './long-text-rules.ts'

interface LongTextProps {
  text: string
  onUse: (offer: OrderOffer) => void
  onClose: () => void
}

/** Someone pasted more than a message can contain: the whole text can go into an app's form. */
export function LongText({ text, onUse, onClose }: LongTextProps) {
  const { data } = useQuery(appsQuery, queryClient)
  const offers = offersFor(text, data?.items ?? [])
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 border-t border-line px-4 pt-4">
      <p className="w-full text-sm text-muted">
        That’s longer than the {MESSAGE_CHARACTERS_MAX} characters a message can have, so only the beginning
        is in it.
        {offers.length > 0 && ' Use the whole text in:'}
      </p>
      {offers.map(({ name, ...offer }) => (
        <Button key={offer.appId} onClick={() => onUse(offer)}>
          {name}
        </Button>
      ))}
      <Button variant="text" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
