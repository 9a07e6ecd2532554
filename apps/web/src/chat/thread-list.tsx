import type { ChatThread } from '@infra/protocol/chat'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { toast } from '../overlays/toast.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { deletingThread, threadsQuery } from './chat-queries.ts'

interface ThreadListProps {
  address: string
  openId: string | undefined
  onOpen: (id: string | undefined) => void
}

/** My conversations at the side; on a small screen they're collapsed above the open one. */
export function ThreadList({ address, openId, onOpen }: ThreadListProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const id = useId()
  const open = (threadId: string | undefined) => {
    setUnfolded(false)
    onOpen(threadId)
  }
  return (
    <nav aria-label="Conversations" className="flex min-h-0 min-w-0 flex-col gap-3">
      <div className="flex gap-3">
        <Button icon="plus" className="flex-1" onClick={() => open(undefined)}>
          New thread
        </Button>
        <Button
          icon={isUnfolded ? 'close' : 'menu'}
          aria-expanded={isUnfolded}
          aria-controls={id}
          className="lg:hidden"
          onClick={() => setUnfolded(!isUnfolded)}
        >
          Threads
        </Button>
      </div>
      <div id={id} className={`min-h-0 overflow-y-auto max-lg:max-h-72 ${isUnfolded ? '' : 'max-lg:hidden'}`}>
        <Threads address={address} openId={openId} onOpen={open} />
      </div>
    </nav>
  )
}

function Threads({ address, openId, onOpen }: ThreadListProps) {
  const query = useInfiniteQuery(threadsQuery(address), queryClient)
  const threads = query.data?.pages.flatMap(({ items }) => items)
  if (!threads && query.error) {
    return (
      <div className="flex flex-col items-start gap-3">
        <p role="alert" className="text-muted">
          Couldn’t load your conversations. {errorMessage(query.error)}
        </p>
        <Button icon="refresh" onClick={() => query.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!threads) return <div role="status" aria-label="Loading" className="h-32 animate-breathe bg-raised" />
  if (threads.length === 0) return <p className="text-muted">No conversations yet.</p>
  return (
    <>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {threads.map((thread) => (
          <ThreadRow
            key={thread.id}
            thread={thread}
            address={address}
            isOpen={thread.id === openId}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="text" disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          Older
        </Button>
      )}
    </>
  )
}

interface ThreadRowProps {
  thread: ChatThread
  address: string
  isOpen: boolean
  onOpen: ThreadListProps['onOpen']
}

function ThreadRow({ thread, address, isOpen, onOpen }: ThreadRowProps) {
  const [asking, setAsking] = useState(false)
  const deleting = deletingThread(address)
  const remove = useMutation(
    {
      ...deleting,
      onSuccess: async (...done) => {
        if (isOpen) onOpen(undefined)
        await deleting.onSuccess?.(...done)
      },
      onError: (error: Error) => toast('failure', errorMessage(error)),
    },
    queryClient,
  )
  if (asking) {
    return (
      <li>
        <fieldset className="my-2 flex flex-wrap items-center gap-2 border border-danger p-3">
          <legend className="px-2 label">Delete this conversation?</legend>
          <Button
            autoFocus
            variant="danger"
            disabled={remove.isPending}
            onClick={() => remove.mutate(thread.id)}
          >
            Delete for good
          </Button>
          <Button variant="text" onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </fieldset>
      </li>
    )
  }
  return (
    <li className="flex items-center">
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        className="min-h-11 min-w-0 flex-1 truncate border-l-2 border-transparent px-3 text-left text-muted hover:text-text aria-[current]:border-danger aria-[current]:text-text"
        onClick={() => onOpen(thread.id)}
      >
        <bdi>{thread.title}</bdi>
      </button>
      <button
        type="button"
        aria-label={`Delete ${thread.title}`}
        className="p-3 text-muted hover:text-text"
        onClick={() => setAsking(true)}
      >
        <Icon name="close" size={16} />
      </button>
    </li>
  )
}
