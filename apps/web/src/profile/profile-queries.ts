import { listSessions } from '@infra/protocol/sessions'
import { getMe } from '@infra/protocol/users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

/** By address, so that what one account was told is never shown to the next. */
export const meQuery = (address: string) =>
  queryOptions({ queryKey: ['me', address], queryFn: ({ signal }) => call(getMe, {}, { signal }) })

export const sessionsQuery = (address: string) =>
  queryOptions({
    queryKey: ['sessions', address],
    queryFn: ({ signal }) => call(listSessions, {}, { signal }),
  })
