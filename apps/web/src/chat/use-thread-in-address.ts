import { useCallback, useEffect } from 'react'
import { useNavigation, usePageLocation } from '../navigation/navigation.ts'
import type { Conversation } from './conversation.ts'

interface ThreadInAddress {
  threadId: string | undefined
  open: (id: string | undefined) => void
}

/** The page shows the thread in its address, which is the only place that stores this. */
export function useThreadInAddress(conversation: Conversation): ThreadInAddress {
  const navigation = useNavigation()
  const threadId = usePageLocation().search.thread || undefined

  useEffect(() => {
    const follow = (from: string | undefined, to: string | undefined) => {
      const { path, search } = navigation.get()
      if (path !== '/chat' || (search.thread || undefined) !== from || to === from) return
      navigation.go({ to: '/chat', search: { thread: to }, replace: true })
    }
    void conversation.resume().then((id) => follow(undefined, id))
    return conversation.follow(follow)
  }, [conversation, navigation])

  // The panel continues with the thread that the page showed last.
  useEffect(() => {
    let last: string | undefined
    const storeThread = () => {
      const { path, search } = navigation.get()
      if (path === '/chat') last = search.thread || undefined
    }
    storeThread()
    const stop = navigation.subscribe(storeThread)
    return () => {
      stop()
      conversation.lastThread.set(last)
    }
  }, [conversation, navigation])

  const open = useCallback(
    (id: string | undefined) => navigation.go({ to: '/chat', search: { thread: id } }),
    [navigation],
  )
  return { threadId, open }
}
