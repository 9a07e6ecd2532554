import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../test/eventually.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi, type TestApi } from '../test/start-test-api.ts'
import { descriptorLimit, limitsFor } from './connection-limits.ts'

/** So few that every limit is within reach: 56 connections, 16 per network; 32 streams, 8 per network, 4 per user. */
const DESCRIPTORS = 64

const direct = await startTestApi({ descriptors: DESCRIPTORS })
const behindProxy = await startTestApi({ descriptors: DESCRIPTORS, env: { TRUST_PROXY: '127.0.0.1' } })

/** Keeps the responses referenced, because one that is garbage collected closes its stream. */
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

test('[finding X8] limits the streams of a visitor’s network without affecting other networks', async () => {
  const { streamsPerNetwork } = limitsFor(DESCRIPTORS)
  const open = await times(streamsPerNetwork, () => watch(behindProxy))
  expect(open.map(({ response }) => response.status)).toEqual(Array(streamsPerNetwork).fill(200))
  await expectFull(await watch(behindProxy))
  expect((await watch(behindProxy, { from: '192.0.2.2' })).response.status).toBe(200)

  // Closing one makes room for another.
  open[0]!.close()
  await eventually(async () => expect((await watch(behindProxy)).response.status).toBe(200))
})

test('[finding X8] limits the streams of a user across all networks', async () => {
  const { tokens } = await signInSomeone(behindProxy)
  const { streamsPerPerson } = limitsFor(DESCRIPTORS)
  let network = 0
  const next = () => watch(behindProxy, { from: `198.51.100.${++network}`, token: tokens.accessToken })
  for (const { response } of await times(streamsPerPerson, next)) expect(response.status).toBe(200)
  await expectFull(await next())
})

test('[finding S21] counts the addresses of one IPv6 network together', async () => {
  let host = 0
  const next = () => watch(behindProxy, { from: `2001:db8::${++host}` })
  for (const { response } of await times(limitsFor(DESCRIPTORS).streamsPerNetwork, next))
    expect(response.status).toBe(200)
  await expectFull(await next())
  expect((await watch(behindProxy, { from: '2001:db8:0:1::1' })).response.status).toBe(200)
})

test('[finding X8] limits all streams together, so that other requests are still served', async () => {
  // A separate API, because connections of the earlier tests may still be closing, and count.
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

test('[finding X8] closes connections beyond the limit of a network while its earlier ones still work', async () => {
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

test('derives the limits from the file descriptors that the process may open', () => {
  expect(limitsFor(1_200)).toEqual({
    connections: 1_050,
    connectionsPerNetwork: 300,
    streams: 600,
    streamsPerNetwork: 150,
    streamsPerPerson: 64,
  })
  expect(descriptorLimit()).toBeGreaterThan(0)
})
