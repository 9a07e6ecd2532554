import { type ReactNode, useEffect, useRef } from 'react'
import { Markdown } from '../markdown/markdown.tsx'
import { type DisplayedMessage, textSoFar } from './conversation-rules.ts'
import type { ConversationState } from './conversation-state.ts'

/** Renders something that Infra offers. Passed in, because it needs apps and jobs. */
export type RenderOffer = (
  offer: NonNullable<DisplayedMessage['offer']>,
  message: { id: string; isLatest: boolean },
) => ReactNode

const NEAR_END_PX = 48

interface MessageListProps {
  state: ConversationState
  renderOffer: RenderOffer
}

export function MessageList({ state: { messages, pending, threadId }, renderOffer }: MessageListProps) {
  const shownPending = pending?.threadId === threadId ? pending : undefined
  const lastOffer = messages.findLast(({ offer }) => offer)?.id
  const { box, list } = useStickyEnd({ isSpeaking: shownPending !== undefined })
  return (
    <div
      ref={box}
      role="log"
      aria-label="Conversation"
      aria-busy={shownPending !== undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself, and the keyboard must be able to.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-5 sm:px-6"
    >
      <ol ref={list} className="flex flex-col gap-6">
        {messages.map((said) => (
          <Message key={said.id} by={said.role}>
            <Words said={said} />
            {said.offer && renderOffer(said.offer, { id: said.id, isLatest: said.id === lastOffer })}
          </Message>
        ))}
        {shownPending && (
          <>
            <Message by="user" isPending={!shownPending.isTakenUp}>
              <p className="whitespace-pre-wrap">
                <bdi>{shownPending.text}</bdi>
              </p>
            </Message>
            <Message by="assistant">
              {shownPending.reply && <Markdown text={textSoFar(shownPending.reply)} />}
              <Typing isTakenUp={shownPending.isTakenUp} />
            </Message>
          </>
        )}
      </ol>
    </div>
  )
}

function Words({ said: { role, content } }: { said: DisplayedMessage }) {
  if (role === 'assistant') return <Markdown text={content} />
  return (
    <p className="whitespace-pre-wrap">
      <bdi>{content}</bdi>
    </p>
  )
}

interface MessageProps {
  by: DisplayedMessage['role']
  isPending?: boolean
  children: ReactNode
}

function Message({ by, isPending = false, children }: MessageProps) {
  const border = by === 'user' ? 'border-edge' : 'border-inferno-3'
  return (
    <li className={`flex min-w-0 flex-col gap-2 border-l-2 pl-4 wrap-anywhere ${border}`}>
      <p className="label text-muted">
        {by === 'user' ? 'You' : 'Infra'}
        {isPending && ' · sending'}
      </p>
      {children}
    </li>
  )
}

function Typing({ isTakenUp }: { isTakenUp: boolean }) {
  return (
    <p
      role="status"
      aria-label={isTakenUp ? undefined : 'Infra is typing'}
      className="flex h-6 items-center gap-1.5"
    >
      {['', '[animation-delay:-0.5s]', '[animation-delay:-1s]'].map((delay) => (
        <span key={delay} className={`size-2 animate-warm bg-inferno-2 ${delay}`} />
      ))}
      {isTakenUp && <span className="pl-1.5 text-muted">Infra is answering</span>}
    </p>
  )
}

/** A form that is longer than the box is shown from its beginning, so that what was filled in is visible. */
function topOfLongCard(list: HTMLElement): number {
  const last = list.lastElementChild as HTMLElement | null
  return last?.querySelector('form') ? last.offsetTop - list.offsetTop : Number.POSITIVE_INFINITY
}

/** Keeps the end in view as the list grows, unless someone has scrolled up to read. */
function useStickyEnd({ isSpeaking }: { isSpeaking: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const element = box.current!
    let isAtEnd = true
    let lastTop = 0
    const toEnd = () => {
      if (isAtEnd) element.scrollTop = Math.min(element.scrollHeight, topOfLongCard(list.current!))
    }
    // Scroll events are late, and the list may have grown by then; only a person scrolls up.
    const notice = () => {
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - NEAR_END_PX) isAtEnd = true
      else if (element.scrollTop < lastTop) isAtEnd = false
      lastTop = element.scrollTop
    }
    // The content of a message may be rendered later than the message.
    const sizes = new ResizeObserver(toEnd)
    sizes.observe(list.current!)
    sizes.observe(element)
    element.addEventListener('scroll', notice)
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', notice)
    }
  }, [])
  // Somebody who has just sent a message wants to see the reply.
  useEffect(() => {
    if (isSpeaking) box.current!.scrollTop = box.current!.scrollHeight
  }, [isSpeaking])
  return { box, list }
}
