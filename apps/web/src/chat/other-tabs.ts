/** Something changed in a thread of someone's. */
export interface ThreadNews {
  address: string
  threadId: string | undefined
}

const NAME = 'infra.chat'

/** Where the browser has no channel between tabs, a tab looks again when it is seen again. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : undefined

export function notifyOtherTabs(news: ThreadNews): void {
  channel?.postMessage(news)
}

/** Returns what ends it. */
export function onOtherTabs(onNews: (news: ThreadNews) => void): () => void {
  const listener = ({ data }: MessageEvent<ThreadNews>) => onNews(data)
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}
