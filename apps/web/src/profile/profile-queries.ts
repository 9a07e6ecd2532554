import { listKeys } from '@infra/protocol/api-keys'
import { getCredits, getPrices, getStatement, type StatementLine } from '@infra/protocol/credits'
import { Refusal } from '@infra/protocol/refusal'
import { listSessions } from '@infra/protocol/sessions'
import { getMe, getUser } from '@infra/protocol/users'
import type { Address } from '@infra/protocol/values/address'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Keyed by address, so that nothing of one account is shown to the next. */
export const meQuery = (address: string) =>
  queryOptions({
    queryKey: ['me', address],
    queryFn: ({ signal }) => call(getMe, {}, { signal }),
    meta: { ownMessage: true },
  })

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', id],
    queryFn: ({ signal }) => call(getUser, { params: { id: id as Address } }, { signal }),
    retry: (failures, error) => failures < 2 && !(error instanceof Refusal && isWrongAddress(error)),
    meta: { ownMessage: true },
  })

/** There is no such person, so a retry is of no use. */
export function isWrongAddress({ code }: Refusal): boolean {
  return code === 'not_found' || code === 'address_invalid'
}

export const sessionsQuery = (address: string) =>
  queryOptions({
    queryKey: ['sessions', address],
    queryFn: ({ signal }) => call(listSessions, {}, { signal }),
    meta: { ownMessage: true },
  })

export const keysQuery = (address: string) =>
  queryOptions({
    queryKey: ['keys', address],
    queryFn: ({ signal }) => call(listKeys, {}, { signal }),
    meta: { ownMessage: true },
  })

/** `refreshLists` invalidates everything with this first key when a job ends. */
export const creditsQuery = (address: string) =>
  queryOptions({
    queryKey: ['credits', address],
    queryFn: ({ signal }) => call(getCredits, {}, { signal }),
    meta: { ownMessage: true },
  })

/** They change with a new version of the network only. */
export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: ({ signal }) => call(getPrices, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: 1,
  meta: { ownMessage: true },
})

export const statementQuery = (address: string) =>
  infiniteQueryOptions({
    queryKey: ['statement', address],
    queryFn: ({ pageParam, signal }) => call(getStatement, { query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { ownMessage: true },
  })

const LINES_AT_ONCE = 100

/** Reads all pages one after the other, for the download. */
export async function readWholeStatement(): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  let before: string | undefined
  do {
    const page = await call(getStatement, { query: { limit: LINES_AT_ONCE, before } })
    lines.push(...page.items)
    before = page.next
  } while (before)
  return lines
}
