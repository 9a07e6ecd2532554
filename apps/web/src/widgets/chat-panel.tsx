import { useAccount } from '../account/account-context.tsx'
import { conversationOf } from '../chat/conversation-of.ts'
import { ConversationView } from '../chat/conversation-view.tsx'
import { Link } from '../navigation/link.tsx'
import { useStore } from '../store/use-store.ts'
import { OfferCard } from './offer-card.tsx'

/** The content of the floating panel: the same conversation as on the chat page. */
export function ChatPanel() {
  const { address } = useAccount()
  return address ? <PanelOf key={address} address={address} /> : null
}

function PanelOf({ address }: { address: string }) {
  const conversation = conversationOf(address)
  const threadId = useStore(conversation.lastThread)
  return (
    <>
      <header className="flex items-center justify-between gap-4 border-b border-line px-4 py-3">
        <h2 className="font-mono text-sm font-semibold">Ask Infra</h2>
        <Link
          to="/chat"
          search={{ thread: threadId }}
          className="py-1 font-mono text-sm text-muted underline-offset-4 hover:text-text hover:underline"
        >
          Open the page
        </Link>
      </header>
      <ConversationView
        small
        address={address}
        conversation={conversation}
        threadId={threadId}
        onNew={() => conversation.lastThread.set(undefined)}
        renderOffer={(offer, message) => <OfferCard offer={offer} message={message} />}
      />
    </>
  )
}
