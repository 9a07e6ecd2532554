import { QueryClient } from '@tanstack/react-query'

/** Handed to each query and mutation, so that the first load does not carry it before a screen needs it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // The browser's word on being online is often wrong, and a call that waits for it says nothing; ours fail and say why.
    queries: { networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
