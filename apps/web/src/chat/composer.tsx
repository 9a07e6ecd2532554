import { MESSAGE_CHARACTERS_MAX } from '@infra/protocol/chat'
import { type RefObject, type SubmitEvent, useId } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { Button } from '../ui/button.tsx'
import type { Conversation } from './conversation.ts'
import { charactersOf } from './conversation-rules.ts'
import type { ConversationState } from './conversation-state.ts'

interface ComposerProps {
  conversation: Conversation
  state: ConversationState
  input: RefObject<HTMLInputElement | null>
  /** Called if more is pasted than fits. */
  onLongPaste: (text: string) => void
}

/** One line and a button. */
export function Composer({
  conversation,
  state: { threadId, draft, pending, problem },
  input,
  onLongPaste,
}: ComposerProps) {
  const id = useId()
  const used = charactersOf(draft)

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // The button is about to be disabled and would lose the focus.
    input.current?.focus()
    void conversation.send(threadId)
  }

  return (
    <form onSubmit={send} className="flex flex-col gap-2 p-4">
      <div className="flex gap-3">
        <label htmlFor={id} className="sr-only">
          Message
        </label>
        <input
          ref={input}
          id={id}
          type="text"
          autoComplete="off"
          enterKeyHint="send"
          placeholder="Type your message..."
          value={draft}
          // Nothing is lost this way: if sending fails, the text comes back here.
          readOnly={pending !== undefined}
          aria-describedby={`${id}-count`}
          className="min-h-12 w-full min-w-0 flex-1 border border-edge bg-ground px-4 text-base placeholder:text-muted read-only:text-muted hover:border-muted focus:border-text focus:outline-none focus-visible:outline-2"
          onChange={(event) => conversation.write(event.target.value)}
          onPaste={({ clipboardData }) => {
            const text = clipboardData.getData('text/plain').trim()
            if (charactersOf(text) > MESSAGE_CHARACTERS_MAX) onLongPaste(text)
          }}
        />
        <Button
          type="submit"
          variant="primary"
          icon={pending ? 'loading' : undefined}
          disabled={pending !== undefined}
          aria-busy={pending !== undefined}
        >
          Send
        </Button>
      </div>
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 text-sm text-danger">{problem !== undefined && errorMessage(problem)}</p>
        <p id={`${id}-count`} className="label shrink-0 text-muted tabular-nums">
          {used} / {MESSAGE_CHARACTERS_MAX}
        </p>
      </div>
    </form>
  )
}
