import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shareEvents } from './share-events.ts'
import { createTestStream, jobEvent } from './test-stream.ts'

// The runtime has the same locks and channels as browsers; only the page's own events are missing.
const page = new EventTarget()
vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))

let server: ReturnType<typeof createTestStream>
let url: string
const stops: (() => void)[] = []

beforeEach(() => {
  server = createTestStream()
  url = `/events/${crypto.randomUUID()}`
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A tab that listens: what it has received, and a function that closes it. */
function openTab() {
  const received: string[] = []
  const stop = shareEvents(
    { url, headers: async () => ({}), fetch: server.fetch },
    {
      onEvent: ({ type, data }) => received.push(`${type} ${data}`),
      onOpen: ({ resumed }) => received.push(resumed ? 'resumed' : 'opened'),
      onLost: () => received.push('lost'),
      onGone: () => received.push('gone'),
    },
  )
  stops.push(stop)
  return { received, stop }
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 5 })
type Tab = ReturnType<typeof openTab>
const allReceive = (tabs: Tab[], received: string[]) =>
  until(() => {
    for (const tab of tabs) expect(tab.received).toEqual(received)
  })

/** Tabs that were all open when the stream began, the reading one first. */
async function openTabs(count: number): Promise<Tab[]> {
  const tabs = Array.from({ length: count }, openTab)
  await allReceive(tabs, ['opened'])
  return tabs
}

test('[S08] twenty tabs share one stream, and each receives every event once and in order', async () => {
  const tabs = await openTabs(20)
  server.say(jobEvent(1) + jobEvent(2))
  server.say(jobEvent(3))
  await allReceive(tabs, ['opened', 'job {"n":1}', 'job {"n":2}', 'job {"n":3}'])
  expect(server.requests).toHaveLength(1)
})

test('a new tab gets the event that the stream is open, and the others don’t get it again', async () => {
  const tabs = await openTabs(2)
  server.say(jobEvent(1))
  await allReceive(tabs, ['opened', 'job {"n":1}'])
  const late = openTab()
  await allReceive([late], ['opened'])
  server.say(jobEvent(2))
  await allReceive([late], ['opened', 'job {"n":2}'])
  await allReceive(tabs, ['opened', 'job {"n":1}', 'job {"n":2}'])
  expect(server.requests).toHaveLength(1)
})

test('when the reading tab closes, another resumes the stream', async () => {
  const [first, ...others] = await openTabs(3)
  server.say(jobEvent(7))
  await allReceive(others, ['opened', 'job {"n":7}'])
  first!.stop()
  await allReceive(others, ['opened', 'job {"n":7}', 'resumed'])
  expect(server.requests.map((headers) => headers['last-event-id'])).toEqual([undefined, '7'])
  expect(server.reading()).toBe(1)
  server.say(jobEvent(8))
  await allReceive(others, ['opened', 'job {"n":7}', 'resumed', 'job {"n":8}'])
  expect(first!.received).toEqual(['opened', 'job {"n":7}'])
})

test('[S05] after a reset the next reading tab does not resume', async () => {
  const [first, second] = await openTabs(2)
  server.say(`${jobEvent(7)}event: reset\ndata: {}\n\n`)
  await allReceive([second!], ['opened', 'job {"n":7}', 'reset {}'])
  first!.stop()
  await allReceive([second!], ['opened', 'job {"n":7}', 'reset {}', 'opened'])
  expect(server.requests[1]!['last-event-id']).toBeUndefined()
})

test('all tabs learn that the stream broke, and a tab opened meanwhile does not get the event that it is open', async () => {
  const tabs = await openTabs(2)
  server.keepSilent()
  server.disconnect()
  await allReceive(tabs, ['opened', 'lost'])
  const late = openTab()
  // Sent after its greeting on the same channel: once this arrives, the greeting has too.
  const channel = new BroadcastChannel(`infra.events ${url}`)
  channel.postMessage({ what: 'event', event: { type: 'job', data: 'passed' } })
  await until(() => expect(late.received).toContain('job passed'))
  channel.close()
  expect(late.received).toEqual(['job passed'])
})

test('all tabs learn that there is nothing to watch, with one request', async () => {
  server.refuse(404)
  const tabs = Array.from({ length: 3 }, openTab)
  await allReceive(tabs, ['gone'])
  expect(server.requests).toHaveLength(1)
})

test('[S32] a tab that closes while it waits never reads, and closing twice does no harm', async () => {
  const [first, second, third] = await openTabs(3)
  second!.stop()
  second!.stop()
  first!.stop()
  await until(() => expect(server.requests).toHaveLength(2))
  third!.stop()
  // The lock is free again: nobody waits for it or has it.
  await navigator.locks.request(`infra.events ${url}`, () => {})
  expect(server.requests).toHaveLength(2)
  await until(() => expect(server.reading()).toBe(0))
})

test('in a browser without locks each tab reads its own stream', async () => {
  const { locks } = navigator
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue(undefined as never)
  const tabs = await openTabs(2)
  expect(server.requests).toHaveLength(2)
  server.say(jobEvent(1))
  await allReceive(tabs, ['opened', 'job {"n":1}'])
  for (const tab of tabs) tab.stop()
  await until(() => expect(server.reading()).toBe(0))
  vi.restoreAllMocks()
  expect(navigator.locks).toBe(locks)
})
