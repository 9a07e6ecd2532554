import { EventEmitter } from 'node:events'
import { connect } from 'node:net'
import { endpoint } from '@infra/protocol/endpoint'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { eventually } from '../test/eventually.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { limitRequestsPerNetwork } from './requests-per-network.ts'

const work = endpoint({
  method: 'POST',
  path: '/test/work',
  summary: 'Work until stopped.',
  caller: 'anyone',
  response: null,
  refusals: [],
})
const wait = endpoint({ ...work, path: '/test/wait', waits: true })

/** The requests that are being served, with their network and a function that ends them. */
const working: { network: string; end: () => void }[] = []
const isWorking = (network: string) => working.filter((one) => one.network === network).length

function addRoutes(api: FastifyInstance, deps: Deps): void {
  for (const one of [work, wait]) {
    route(api, deps, one, ({ network }) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      working.push({ network: network(), end: resolve })
      return promise
    })
  }
}

const AT_ONCE = 2
const { origin } = await startTestApi({
  addRoutes,
  env: { TRUST_PROXY: '127.0.0.1', REQUESTS_PER_NETWORK: String(AT_ONCE) },
})

let networks = 0
const newNetwork = () => `203.0.113.${++networks}`

function send(network: string, path = '/test/work') {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const status = fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': network },
    signal: controller.signal,
  }).then(
    (response) => response.status,
    () => 'gone' as const,
  )
  return { status, giveUp: () => controller.abort() }
}

function endOne(network: string): void {
  const [ended] = working.splice(
    working.findIndex((one) => one.network === network),
    1,
  )
  ended!.end()
}

const worksOn = (network: string, count: number) =>
  eventually(async () => expect(isWorking(network)).toBe(count))

test('queues a network’s requests beyond its limit without delaying those of another network', async () => {
  const [flooding, honest] = [newNetwork(), newNetwork()]
  const flood = Array.from({ length: 5 }, () => send(flooding))
  await worksOn(flooding, AT_ONCE)
  const order = send(honest)
  await worksOn(honest, 1)
  expect(isWorking(flooding)).toBe(AT_ONCE)
  endOne(honest)
  expect(await order.status).toBe(204)

  for (let left = flood.length; left > 0; left--) {
    await worksOn(flooding, Math.min(AT_ONCE, left))
    endOne(flooding)
  }
  expect(await Promise.all(flood.map(({ status }) => status))).toEqual(Array(5).fill(204))
})

test('a caller who disconnects, queued or being served, frees their slot', async () => {
  const network = newNetwork()
  const served = [send(network), send(network)]
  await worksOn(network, AT_ONCE)
  const aborted = send(network)
  const last = send(network)
  aborted.giveUp()
  expect(await aborted.status).toBe('gone')
  served[0]!.giveUp()
  await worksOn(network, AT_ONCE + 1)
  while (isWorking(network) > 0) endOne(network)
  expect(await last.status).toBe(204)
})

test('does not count requests of endpoints that only wait', async () => {
  const network = newNetwork()
  const claims = Array.from({ length: 4 }, () => send(network, '/test/wait'))
  await worksOn(network, claims.length)
  const order = send(network)
  await worksOn(network, claims.length + 1)
  while (isWorking(network) > 0) endOne(network)
  expect(await Promise.all([...claims, order].map(({ status }) => status))).toEqual(Array(5).fill(204))
})

test('a closed connection frees the slots of all requests that were sent on it', async () => {
  const network = newNetwork()
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const request = `POST /api/test/work HTTP/1.1\r\nhost: ${hostname}\r\nx-forwarded-for: ${network}\r\ncontent-length: 0\r\n\r\n`
  socket.on('error', () => {}).write(request.repeat(5))
  await worksOn(network, AT_ONCE)
  socket.destroy()
  const next = [send(network), send(network)]
  await worksOn(network, 2 * AT_ONCE)
  while (isWorking(network) > 0) endOne(network)
  expect(await Promise.all(next.map(({ status }) => status))).toEqual([204, 204])
})

/** Calls only the hook, with requests of one network that all answer with `statusCode`. */
function arriveAtOnce(count: number, statusCode: number) {
  let arrive: (request: unknown, reply: unknown, done: () => void) => void = () => {}
  const addHook = (_: string, hook: typeof arrive) => {
    arrive = hook
  }
  limitRequestsPerNetwork({ addHook } as unknown as FastifyInstance, {
    requestsPerNetwork: AT_ONCE,
    databaseConnections: { calls: 10, longWork: 3 },
  })
  const counted = { started: 0 }
  const responses = Array.from({ length: count }, () => {
    const raw = Object.assign(new EventEmitter(), { statusCode })
    const request = { ip: '203.0.113.200', raw: { socket: new EventEmitter() }, routeOptions: { config: {} } }
    arrive(request, { raw }, () => counted.started++)
    return raw
  })
  return { counted, responses }
}

test('starts one queued request per turn of the event loop', async () => {
  const { counted, responses } = arriveAtOnce(3 * AT_ONCE, 200)
  expect(counted.started).toBe(AT_ONCE)

  for (const ended of responses.slice(0, AT_ONCE)) ended.emit('close')
  for (const expected of [AT_ONCE, AT_ONCE + 1, AT_ONCE + 2, AT_ONCE + 2]) {
    expect(counted.started).toBe(expected)
    await new Promise((resolve) => setImmediate(resolve))
  }
})

test('a refused request keeps its slot for 20 ms while others of its network are queued', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { counted, responses } = arriveAtOnce(2 * AT_ONCE, 422)
  const pass = (ms: number) => vi.advanceTimersByTime(ms)

  responses[0]!.emit('close')
  pass(19)
  expect(counted.started).toBe(AT_ONCE)
  pass(2)
  expect(counted.started).toBe(AT_ONCE + 1)
  for (const refused of responses.slice(1)) refused.emit('close')
  pass(100)
  expect(counted.started).toBe(2 * AT_ONCE)
})
