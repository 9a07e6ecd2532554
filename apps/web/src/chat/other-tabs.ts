/** Something changed in a person's thread. */
export interface ThreadNews {
  address: string
  threadId: string | undefined
}

const NAME = 'infra.chat'

/** If the browser has no channel between tabs, a tab reloads when it becomes visible again. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : undefined

export function notifyOtherTabs(news: ThreadNews): void {
  channel?.postMessage(news)
}

/** Returns a function that ends it. */
export function onOtherTabs(onNews: (news: ThreadNews) => void): () => void {
  const listener = ({ data }: MessageEvent<ThreadNews>) => onNews(data)
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}
