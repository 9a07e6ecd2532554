import { useCallback, useEffect, useRef } from 'react'
import { useNavigation } from '../navigation/navigation.ts'
import { useAddressPart } from '../navigation/use-search-param.ts'
import type { Conversation } from './conversation.ts'

/** Keeps the thread that is shown and the one in the address the same, whichever of them changes. */
export function useThreadInAddress(conversation: Conversation): { open: (id: string | undefined) => void } {
  const navigation = useNavigation()
  const { value: named } = useAddressPart('thread')
  const hasArrived = useRef(false)
  /** Ahead of `named` while the address is on its way. */
  const wanted = useRef(named)
  wanted.current = named

  const show = useCallback(
    (id: string | undefined, { replace }: { replace: boolean }) => {
      wanted.current = id
      navigation.go({ to: '/chat', search: { thread: id }, replace })
    },
    [navigation],
  )

  useEffect(() => {
    if (wanted.current !== named) return
    const { threadId } = conversation.state.get()
    const isArrival = !hasArrived.current
    hasArrived.current = true
    // Whoever comes without naming a thread goes on with the one that the panel shows.
    if (isArrival && named === undefined && threadId !== undefined) show(threadId, { replace: true })
    else void conversation.open(named)
  }, [named, conversation, show])

  useEffect(
    () =>
      conversation.state.subscribe(() => {
        const { threadId } = conversation.state.get()
        if (threadId !== wanted.current) show(threadId, { replace: true })
      }),
    [conversation, show],
  )

  return { open: (id) => show(id, { replace: false }) }
}
