import { listMyFeedback, listSimilarFeedback } from '@infra/protocol/feedback'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const myFeedbackKey = ['my feedback']

export const myFeedbackQuery = (address: string) =>
  infiniteQueryOptions({
    queryKey: [...myFeedbackKey, address],
    queryFn: ({ pageParam, signal }) => call(listMyFeedback, { query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { ownMessage: true },
  })

/** Only a suggestion while typing, and a query for each title: if they fail, the log is enough. */
export const similarQuery = (title: string) =>
  queryOptions({
    queryKey: ['similar feedback', title],
    queryFn: ({ signal }) => call(listSimilarFeedback, { query: { title } }, { signal }),
    retry: false,
    staleTime: 60_000,
    meta: { ownMessage: true },
  })
