// @vitest-environment happy-dom
import { listApps } from '@infra/protocol/apps'
import { listDevlog } from '@infra/protocol/devlog'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '../overlays/toast.ts'
import { call } from './call.ts'
import { toastFailedCall } from './failed-calls.ts'
import { queryClient } from './query-client.ts'
import { readRaw } from './read-raw.ts'

const answers = vi.fn<typeof fetch>()
const complaint = vi.spyOn(console, 'error')

beforeEach(() => {
  vi.stubGlobal('fetch', answers)
  answers.mockImplementation(async () => new Response('no', { status: 500 }))
  complaint.mockImplementation(() => {})
  toasts.set([])
  queryClient.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const apps = { queryKey: ['apps'], queryFn: () => call(listApps), retry: false } as const
const devlog = { queryKey: ['devlog'], queryFn: () => call(listDevlog), retry: false } as const

const shown = () => toasts.get().map(({ kind, text }) => `${kind}: ${text}`)

test('[R-API-11] a query without a message of its own: a toast with the path, the error logged, nothing returned', async () => {
  const observer = new QueryObserver(queryClient, apps)
  const { data } = await observer.refetch()
  expect(data).toBeUndefined()
  expect(shown()).toEqual(['failure: Failed to fetch data: /app'])
  expect(complaint).toHaveBeenCalledExactlyOnceWith('Failed to fetch data: /app', expect.any(Error))
})

test('[R-API-11] no answer at all is told in the same way', async () => {
  answers.mockRejectedValue(new TypeError('Failed to fetch'))
  await new QueryObserver(queryClient, apps).refetch()
  expect(shown()).toEqual(['failure: Failed to fetch data: /app'])
})

test('[R-API-11] a screen with its own message gets no toast, and the error is logged all the same', async () => {
  await new QueryObserver(queryClient, { ...apps, meta: { ownMessage: true } }).refetch()
  expect(shown()).toEqual([])
  expect(complaint).toHaveBeenCalledExactlyOnceWith('Failed to fetch data: /app', expect.any(Error))
})

test('a screen may have a message for some failures only', async () => {
  const isServersFault = ({ message }: Error) => message.includes('500')
  await new QueryObserver(queryClient, { ...apps, meta: { ownMessage: isServersFault } }).refetch()
  expect(shown()).toEqual([])
  answers.mockImplementation(async () => new Response('no', { status: 404 }))
  await new QueryObserver(queryClient, { ...devlog, meta: { ownMessage: isServersFault } }).refetch()
  expect(shown()).toEqual(['failure: Failed to fetch data: /devlog'])
})

test('what is polled and fails again and again is told once, and each failure logged', async () => {
  const observer = new QueryObserver(queryClient, apps)
  const told: number[] = []
  for (let poll = 0; poll < 3; poll++) {
    await observer.refetch()
    told.push(shown().length)
    // As if the toast had closed by itself meanwhile.
    toasts.set([])
  }
  expect(told).toEqual([1, 0, 0])
  expect(complaint).toHaveBeenCalledTimes(3)
})

test('what cannot be read again stays as it was, without a toast', async () => {
  const observer = new QueryObserver(queryClient, apps)
  answers.mockImplementation(async () => Response.json({ items: [] }))
  await observer.refetch()
  answers.mockImplementation(async () => new Response('no', { status: 500 }))
  const { data, error } = await observer.refetch()
  expect(data).toEqual({ items: [] })
  expect(error).not.toBeNull()
  expect(shown()).toEqual([])
})

test('two queries of one path that fail together are told once, another path by itself', async () => {
  await Promise.all([
    new QueryObserver(queryClient, apps).refetch(),
    new QueryObserver(queryClient, { ...apps, queryKey: ['apps', 'of another part'] }).refetch(),
    new QueryObserver(queryClient, devlog).refetch(),
  ])
  expect(shown().sort()).toEqual([
    'failure: Failed to fetch data: /app',
    'failure: Failed to fetch data: /devlog',
  ])
})

test('what is not read from the API, such as the chain, has no path to name', async () => {
  const fail = async () => {
    throw new Error('The chain does not answer.')
  }
  await new QueryObserver(queryClient, { queryKey: ['chain'], queryFn: fail, retry: false }).refetch()
  expect(shown()).toEqual([])
})

test('[R-API-11] a read without the query library is logged and told in the same words', async () => {
  await readRaw<typeof listApps>('/app').catch(toastFailedCall)
  expect(shown()).toEqual(['failure: Failed to fetch data: /app'])
  expect(complaint).toHaveBeenCalledExactlyOnceWith('Failed to fetch data: /app', expect.any(Error))
})
