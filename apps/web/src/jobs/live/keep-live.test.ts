// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '../../overlays/toast.ts'
import { keepLive } from './keep-live.ts'
import { createTestStream, jobEvent } from './test-stream.ts'

let server: ReturnType<typeof createTestStream>
let stop: (() => void) | undefined
/** What was received, and each poll. */
let noticed: string[]

beforeEach(() => {
  vi.useFakeTimers()
  server = createTestStream()
  noticed = []
  vi.stubGlobal('fetch', vi.fn(server.fetch))
})
afterEach(() => {
  stop?.()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function start(): void {
  stop = keepLive({
    path: '/job/1/events',
    onEvent: ({ type, data }) => noticed.push(`${type} ${data}`),
    refetch: () => noticed.push('look'),
  })
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const MINUTE = 60_000

function setHidden(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('events of the stream are passed on, after one initial poll', async () => {
  start()
  await pass(10)
  expect(fetch).toHaveBeenCalledWith('/api/job/1/events', expect.anything())
  server.say(jobEvent(1))
  await pass(30_000)
  expect(noticed).toEqual(['look', 'job {"n":1}'])
})

test('[S28] without a stream the page polls after 8 s, and every 5 s from then on', async () => {
  server.keepSilent()
  start()
  await pass(7_900)
  expect(noticed).toEqual([])
  await pass(200)
  expect(noticed).toEqual(['look'])
  await pass(10_000)
  expect(noticed).toEqual(['look', 'look', 'look'])
})

test('polling stops once the stream is back', async () => {
  server.keepSilent()
  start()
  await pass(9_000)
  server.accept()
  // Connections are retried with growing pauses.
  await vi.waitFor(async () => {
    await pass(1_000)
    expect(server.reading()).toBe(1)
  })
  await pass(10)
  noticed = []
  for (let quarter = 0; quarter < 4; quarter++) {
    server.say(': \n\n')
    await pass(15_000)
  }
  expect(noticed).toEqual([])
})

test('a stream that is resumed needs no poll', async () => {
  start()
  await pass(10)
  server.say(jobEvent(4))
  await pass(10)
  noticed = []
  server.disconnect()
  await pass(4_000)
  expect(server.requests.at(-1)).toMatchObject({ 'last-event-id': '4' })
  server.say(jobEvent(5))
  await pass(10)
  expect(noticed).toEqual(['job {"n":5}'])
})

test('a stream that breaks and stays away is replaced by polling', async () => {
  start()
  await pass(10)
  noticed = []
  server.keepSilent()
  server.disconnect()
  await pass(13_500)
  expect(noticed).toEqual(['look', 'look'])
})

test('[finding X8] a stream refused with 429 is retried when the server says, with one poll each time', async () => {
  server.refuse(429, { 'retry-after': '30' })
  start()
  await pass(29_900)
  expect(noticed).toEqual(['look'])
  expect(server.requests).toHaveLength(1)
  await pass(15_200)
  expect(noticed).toEqual(['look', 'look'])
  expect(server.requests).toHaveLength(2)
  expect(toasts.get()).toEqual([])
  server.accept()
  await pass(45_000)
  expect(server.reading()).toBe(1)
})

test('[S05] a reset triggers a poll, and is not passed on', async () => {
  start()
  await pass(10)
  noticed = []
  server.say('event: reset\ndata: {}\n\n')
  await pass(10)
  expect(noticed).toEqual(['look'])
})

test('if there is nothing to watch, the page polls once and stops', async () => {
  server.refuse(404)
  start()
  await pass(MINUTE)
  expect(noticed).toEqual(['look'])
  expect(server.requests).toHaveLength(1)
})

test('a hidden tab closes its stream, and polls first when it is visible again', async () => {
  start()
  await pass(10)
  setHidden(true)
  await pass(MINUTE)
  expect(server.reading()).toBe(0)
  expect(noticed).toEqual(['look'])
  setHidden(false)
  await pass(10)
  expect(server.reading()).toBe(1)
  expect(noticed).toEqual(['look', 'look'])
})

test('a tab that is opened in the background waits until it is visible', async () => {
  setHidden(true)
  start()
  await pass(MINUTE)
  expect(server.requests).toEqual([])
  setHidden(false)
  await pass(10)
  expect(noticed).toEqual(['look'])
})

test('becoming visible twice opens one stream, and once stopped nothing is received or requested', async () => {
  start()
  setHidden(false)
  await pass(10)
  expect(server.requests).toHaveLength(1)
  stop!()
  setHidden(true)
  setHidden(false)
  await pass(MINUTE)
  expect(server.requests).toHaveLength(1)
  expect(server.reading()).toBe(0)
  expect(noticed).toEqual(['look'])
})
