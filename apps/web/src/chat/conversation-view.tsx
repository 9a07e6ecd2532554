import type { OrderOffer } from '@infra/protocol/chat'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { threadsQuery } from './chat-queries.ts'
import { Composer } from './composer.tsx'
import type { Conversation } from './conversation.ts'
import { asMood } from './conversation-rules.ts'
import type { ConversationState } from './conversation-state.ts'
import { Face } from './face.tsx'
import { LongText } from './long-text.tsx'
import { MessageList, type RenderOffer } from './message-list.tsx'
import { useConversation } from './use-conversation.ts'

interface ConversationViewProps {
  address: string
  conversation: Conversation
  threadId: string | undefined
  /** Leaves a thread that doesn't exist. */
  onNew: () => void
  renderOffer: RenderOffer
  /** Set if there's little space. */
  small?: boolean
}

/** A text that is too long for a message, and the form that it went into. */
interface LongPaste {
  /** Like a message's id: the form stores its draft under it. */
  id: string
  text: string
  offer?: OrderOffer
}

/** The conversation itself, as page and panel show it. */
export function ConversationView({
  address,
  conversation,
  threadId,
  onNew,
  renderOffer,
  small = false,
}: ConversationViewProps) {
  const state = useConversation(conversation, threadId)
  const { data } = useInfiniteQuery(threadsQuery(address), queryClient)
  const input = useRef<HTMLInputElement>(null)
  const { engine, resting, suggestions = [] } = data?.pages[0] ?? {}
  const [long, setLong] = useState<LongPaste>()
  const isEmpty = state.phase === 'ready' && state.messages.length === 0 && !state.pending

  // People open the panel to write; on the page there's more to do.
  useEffect(() => {
    if (small) input.current?.focus()
  }, [small])

  if (state.phase === 'missing') return <NoSuchThread onNew={onNew} />
  return (
    <>
      {state.phase === 'failed' && <NotRead conversation={conversation} state={state} />}
      {state.phase === 'loading' && <ConversationSkeleton />}
      {state.phase === 'ready' && !isEmpty && <MessageList state={state} renderOffer={renderOffer} />}
      {isEmpty && !long?.offer && <Greeting {...{ conversation, state, input, small, suggestions }} />}
      {long?.offer && (
        <div
          className={`flex flex-col items-start gap-3 overflow-y-auto border-t border-line px-4 py-4 first:border-0 sm:px-6 ${isEmpty ? 'min-h-0 flex-1' : 'max-h-[60%]'}`}
        >
          {renderOffer(long.offer, { id: long.id, isLatest: true })}
          <Button variant="text" onClick={() => setLong(undefined)}>
            Close
          </Button>
        </div>
      )}
      <div className="flex items-center gap-4 border-t border-line px-4 pt-3 sm:px-6">
        <Face
          mood={state.pending ? 'neutral' : (state.mood ?? asMood(resting?.mood))}
          atRest={!state.pending}
          className={faceSize({ small, isEmpty })}
        />
        <div className="flex min-w-0 flex-col gap-0.5">
          {resting && !state.mood && !state.pending && <p className="text-sm/5">{resting.why}</p>}
          {engine && (
            <p className="label text-muted">
              {engine.name}
              {engine.isModel ? ' · AI can make mistakes' : ''}
            </p>
          )}
        </div>
      </div>
      {long && !long.offer && (
        <LongText
          text={long.text}
          onClose={() => setLong(undefined)}
          onUse={(offer) => {
            conversation.write('')
            setLong({ ...long, offer })
          }}
        />
      )}
      <Composer
        conversation={conversation}
        state={state}
        input={input}
        onLongPaste={(text) => setLong({ id: crypto.randomUUID(), text })}
      />
    </>
  )
}

function faceSize({ small, isEmpty }: { small: boolean; isEmpty: boolean }): string {
  if (small) return 'size-12'
  return isEmpty ? 'size-16 sm:size-32' : 'size-16'
}

interface GreetingProps {
  conversation: Conversation
  state: ConversationState
  input: RefObject<HTMLInputElement | null>
  small: boolean
  suggestions: readonly string[]
}

function Greeting({ conversation, state: { threadId }, input, small, suggestions }: GreetingProps) {
  function send(question: string) {
    conversation.write(question)
    // The button disappears as soon as something was said.
    input.current?.focus()
    void conversation.send(threadId)
  }
  return (
    <section className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-4 py-5 sm:px-6">
      <div className="mt-auto flex flex-col gap-2">
        <h2 className={`font-semibold tracking-tight ${small ? 'text-xl/7' : 'text-xl/7 sm:text-3xl/9'}`}>
          I am Infra.
        </h2>
        <p className="max-w-[38rem] text-muted">
          Ask me about apps, nodes and prices, or why a job is waiting. I answer from what the network knows,
          and say so when I don’t know.
        </p>
      </div>
      <ul aria-label="Suggestions" className="flex flex-wrap gap-2">
        {suggestions.map((question) => (
          <li key={question}>
            <button
              type="button"
              className="min-h-11 border border-line px-4 text-left hover:border-text hover:bg-raised"
              onClick={() => send(question)}
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NotRead({ conversation, state }: { conversation: Conversation; state: ConversationState }) {
  return (
    <div className="flex flex-1 flex-col items-start gap-5 p-6">
      <p role="alert" className="text-lg/7">
        Couldn’t load this conversation. {errorMessage(state.problem)}
      </p>
      <Button icon="refresh" onClick={() => void conversation.threads.readAgain(state.threadId)}>
        Try again
      </Button>
    </div>
  )
}

function NoSuchThread({ onNew }: { onNew: () => void }) {
  return (
    <div className="flex flex-1 flex-col items-start gap-5 p-6">
      <h2 className="text-2xl/8 font-semibold tracking-tight">Conversation not found.</h2>
      <p className="text-muted">It was deleted, or the link is wrong.</p>
      <Button variant="primary" onClick={onNew}>
        Start a new one
      </Button>
    </div>
  )
}

function ConversationSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-1 flex-col gap-6 p-6">
      <div className="h-6 w-2/5 animate-breathe bg-raised" />
      <div className="h-24 w-4/5 animate-breathe bg-raised" />
      <div className="h-6 w-1/3 animate-breathe bg-raised" />
    </div>
  )
}
