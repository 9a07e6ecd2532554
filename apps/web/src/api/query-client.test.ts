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

test('[R-API-11] a failed query shows a toast with the path, logs the error and returns nothing', async () => {
  const observer = new QueryObserver(queryClient, apps)
  const { data } = await observer.refetch()
  expect(data).toBeUndefined()
  expect(shown()).toEqual(['failure: Failed to fetch data: /app'])
  expect(complaint).toHaveBeenCalledExactlyOnceWith('Failed to fetch data: /app', expect.any(Error))
})

test('[R-API-11] a query without any answer shows the same toast', async () => {
  answers.mockRejectedValue(new TypeError('Failed to fetch'))
  await new QueryObserver(queryClient, apps).refetch()
  expect(shown()).toEqual(['failure: Failed to fetch data: /app'])
})

test('[R-API-11] a failed query whose screen has its own message shows no toast, but is logged', async () => {
  await new QueryObserver(queryClient, { ...apps, meta: { ownMessage: true } }).refetch()
  expect(shown()).toEqual([])
  expect(complaint).toHaveBeenCalledExactlyOnceWith('Failed to fetch data: /app', expect.any(Error))
})

test('a screen can have its own message for some failures only', async () => {
  const isServersFault = ({ message }: Error) => message.includes('500')
  await new QueryObserver(queryClient, { ...apps, meta: { ownMessage: isServersFault } }).refetch()
  expect(shown()).toEqual([])
  answers.mockImplementation(async () => new Response('no', { status: 404 }))
  await new QueryObserver(queryClient, { ...devlog, meta: { ownMessage: isServersFault } }).refetch()
  expect(shown()).toEqual(['failure: Failed to fetch data: /devlog'])
})

test('repeated failures of a polled query show one toast, and each is logged', async () => {
  const observer = new QueryObserver(queryClient, apps)
  const counts: number[] = []
  for (let poll = 0; poll < 3; poll++) {
    await observer.refetch()
    counts.push(shown().length)
    // As if the toast had closed by itself.
    toasts.set([])
  }
  expect(counts).toEqual([1, 0, 0])
  expect(complaint).toHaveBeenCalledTimes(3)
})

test('a failed refetch keeps the data and shows no toast', async () => {
  const observer = new QueryObserver(queryClient, apps)
  answers.mockImplementation(async () => Response.json({ items: [] }))
  await observer.refetch()
  answers.mockImplementation(async () => new Response('no', { status: 500 }))
  const { data, error } = await observer.refetch()
  expect(data).toEqual({ items: [] })
  expect(error).not.toBeNull()
  expect(shown()).toEqual([])
})

test('two queries of one path that fail together show one toast, and another path its own', async () => {
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

test('a failed query that doesn’t read the API, such as one of the chain, shows no toast', async () => {
  const fail = async () => {
    throw new Error('The chain does not answer.')
  }
  await new QueryObserver(queryClient, { queryKey: ['chain'], queryFn: fail, retry: false }).refetch()
  expect(shown()).toEqual([])
})

test('[R-API-11] a failed read without the query library is logged and shown in the same words', async () => {
  await readRaw<typeof listApps>('/app').catch(toastFailedCall)
  expect(shown()).toEqual(['failure: Failed to fetch data: /app'])
  expect(complaint).toHaveBeenCalledExactlyOnceWith('Failed to fetch data: /app', expect.any(Error))
})
