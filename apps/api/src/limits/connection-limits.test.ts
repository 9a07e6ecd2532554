import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../test/eventually.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi, type TestApi } from '../test/start-test-api.ts'
import { descriptorLimit, limitsFor } from './connection-limits.ts'

/** Few, so that a test reaches every limit: 56 connections, 16 of one network; 32 streams, 8 of one network, 4 of a person. */
const DESCRIPTORS = 64

const direct = await startTestApi({ descriptors: DESCRIPTORS })
const behindProxy = await startTestApi({ descriptors: DESCRIPTORS, env: { TRUST_PROXY: '127.0.0.1' } })

/** Held on to: a response that is collected as garbage closes its stream. */
const watched: Response[] = []

async function watch(
  { origin }: TestApi,
  { from = '192.0.2.1', token }: { from?: string; token?: string } = {},
) {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const response = await fetch(`${origin}/api/job/finished/events`, {
    headers: { 'x-forwarded-for': from, ...(token && { authorization: `Bearer ${token}` }) },
    signal: controller.signal,
  })
  watched.push(response)
  return { response, close: () => controller.abort() }
}

const times = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
  const done: T[] = []
  for (let time = 0; time < count; time++) done.push(await work())
  return done
}

async function expectFull({ response }: Awaited<ReturnType<typeof watch>>): Promise<void> {
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await response.json()).toMatchObject({ code: 'stream_limit' })
}

test('[finding X8] a visitor cannot open more streams than their network may, and others open theirs', async () => {
  const { streamsPerNetwork } = limitsFor(DESCRIPTORS)
  const open = await times(streamsPerNetwork, () => watch(behindProxy))
  expect(open.map(({ response }) => response.status)).toEqual(Array(streamsPerNetwork).fill(200))
  await expectFull(await watch(behindProxy))
  expect((await watch(behindProxy, { from: '192.0.2.2' })).response.status).toBe(200)

  // After closing one, another may be opened.
  open[0]!.close()
  await eventually(async () => expect((await watch(behindProxy)).response.status).toBe(200))
})

test('[finding X8] a person cannot open more streams than one may, from however many networks', async () => {
  const { tokens } = await signInSomeone(behindProxy)
  const { streamsPerPerson } = limitsFor(DESCRIPTORS)
  let network = 0
  const next = () => watch(behindProxy, { from: `198.51.100.${++network}`, token: tokens.accessToken })
  for (const { response } of await times(streamsPerPerson, next)) expect(response.status).toBe(200)
  await expectFull(await next())
})

test('[finding S21] addresses of one IPv6 network count together', async () => {
  let host = 0
  const next = () => watch(behindProxy, { from: `2001:db8::${++host}` })
  for (const { response } of await times(limitsFor(DESCRIPTORS).streamsPerNetwork, next))
    expect(response.status).toBe(200)
  await expectFull(await next())
  expect((await watch(behindProxy, { from: '2001:db8:0:1::1' })).response.status).toBe(200)
})

test('[finding X8] streams from many networks leave half of the descriptors for everyone else', async () => {
  // One of its own: those of the tests before are still closing, and count as connections.
  const api = await startTestApi({ descriptors: DESCRIPTORS, env: { TRUST_PROXY: '127.0.0.1' } })
  const { streams } = limitsFor(DESCRIPTORS)
  let network = 0
  const statuses = await times(streams + 2, async () => {
    const { response } = await watch(api, { from: `203.0.113.${++network}` })
    return response.status
  })
  expect(statuses).toEqual([...Array(streams).fill(200), 429, 429])
  expect((await fetch(`${api.origin}/readyz`)).status).toBe(200)
})

test('[finding X8] a network that holds idle connections is cut off before it has them all', async () => {
  const { hostname, port } = new URL(direct.origin)
  const { connectionsPerNetwork } = limitsFor(DESCRIPTORS)
  const sockets = await times(connectionsPerNetwork, async () => {
    const socket = connect({ host: hostname, port: Number(port) })
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  })
  const oneMore = connect({ host: hostname, port: Number(port) })
  oneMore.on('error', () => {})
  await new Promise((resolve) => oneMore.once('close', resolve))
  expect(await answerOn(sockets[0]!)).toContain('200 OK')
})

async function answerOn(socket: Socket): Promise<string> {
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
  const [chunk] = await once(socket, 'data')
  return String(chunk)
}

test('the limits follow from the descriptors that a process may have', () => {
  expect(limitsFor(1_200)).toEqual({
    connections: 1_050,
    connectionsPerNetwork: 300,
    streams: 600,
    streamsPerNetwork: 150,
    streamsPerPerson: 64,
  })
  expect(descriptorLimit()).toBeGreaterThan(0)
})
