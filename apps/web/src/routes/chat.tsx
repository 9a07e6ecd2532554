import { useAccount } from '../account/account-context.tsx'
import { conversationOf } from '../chat/conversation-of.ts'
import { ConversationView } from '../chat/conversation-view.tsx'
import { ThreadList } from '../chat/thread-list.tsx'
import { useThreadInAddress } from '../chat/use-thread-in-address.ts'
import { OfferCard } from '../widgets/offer-card.tsx'

export function Chat() {
  const { address } = useAccount()
  return address ? <ChatOf key={address} address={address} /> : null
}

function ChatOf({ address }: { address: string }) {
  const conversation = conversationOf(address)
  const { threadId, open } = useThreadInAddress(conversation)
  return (
    <div className="grid gap-x-10 gap-y-5 lg:h-[max(32rem,calc(100dvh-16rem))] lg:grid-cols-[16rem_minmax(0,1fr)]">
      <ThreadList address={address} openId={threadId} onOpen={open} />
      <section
        aria-label="With Infra"
        className="flex h-[max(24rem,calc(100dvh-22.5rem))] min-w-0 flex-col border border-line lg:h-auto lg:min-h-0"
      >
        <ConversationView
          address={address}
          conversation={conversation}
          threadId={threadId}
          onNew={() => open(undefined)}
          renderOffer={(offer, message) => <OfferCard offer={offer} message={message} />}
        />
      </section>
    </div>
  )
}
