import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { toastFailedCall } from './failed-calls.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Whether the screen that reads it has a message of its own for a failure, so that there is no toast. */
      ownMessage?: boolean | ((error: Error) => boolean)
    }
  }
}

/** Handed to each query and mutation, so that the first load does not carry it before a screen needs it. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (needsToast(error, query)) toastFailedCall(error)
    },
  }),
  defaultOptions: {
    // The browser's word on being online is often wrong, and a call that waits for it says nothing; ours fail and say why.
    queries: { networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/**
 * What could be read before stays on the screen when it cannot be read again, and what is polled fails many times for one
 * reason: neither is worth a second message.
 */
function needsToast(error: Error, { meta, state }: Pick<Query<unknown, unknown>, 'meta' | 'state'>): boolean {
  const { ownMessage } = meta ?? {}
  const isShown = typeof ownMessage === 'function' ? ownMessage(error) : ownMessage
  return !isShown && state.data === undefined && state.errorUpdateCount === 1
}
