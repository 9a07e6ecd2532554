import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { toastFailedCall } from './failed-calls.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Whether the screen that uses it has its own message for a failure, so that there's no toast. */
      ownMessage?: boolean | ((error: Error) => boolean)
    }
  }
}

/** Passed to each query and mutation, so that the first load doesn't include it before a screen needs it. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (needsToast(error, query)) toastFailedCall(error)
    },
  }),
  defaultOptions: {
    // The browser is often wrong about being online, and a call that waits for it reports nothing; ours fail and say why.
    queries: { networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/**
 * Data that was loaded before stays on the screen when it can't be loaded again, and polling fails many times for one reason; neither needs
 * a second message.
 */
function needsToast(error: Error, { meta, state }: Pick<Query<unknown, unknown>, 'meta' | 'state'>): boolean {
  const { ownMessage } = meta ?? {}
  const isShown = typeof ownMessage === 'function' ? ownMessage(error) : ownMessage
  return !isShown && state.data === undefined && state.errorUpdateCount === 1
}
