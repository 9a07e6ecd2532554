import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { startTestApi } from '../test/start-test-api.ts'

/** Listens on IPv4 and IPv6, as on a public machine. */
const HOST = '::'
const addRoutes = (api: FastifyInstance) => api.get('/test/caller', ({ ip, protocol }) => ({ ip, protocol }))

const behindProxies = await startTestApi({
  addRoutes,
  env: { HOST, TRUST_PROXY: '127.0.0.1, ::1, 10.0.0.0/24' },
})
const alone = await startTestApi({ addRoutes, env: { HOST } })

let forwarded: Record<string, string>
beforeEach(() => {
  forwarded = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
})

/** What the API takes as the address and protocol of a caller who connects from `peer`. */
async function seenFrom(peer: string, { origin }: { origin: string }) {
  const { port } = new URL(origin)
  const host = peer.includes(':') ? '::1' : '127.0.0.1'
  const sent = request({
    host,
    port,
    localAddress: peer,
    path: '/api/test/caller',
    headers: forwarded,
  }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return JSON.parse(await text(answer)) as { ip: string; protocol: string }
}

test.for(['127.0.0.1', '::1'])('uses the forwarded headers of a trusted proxy at %s', async (peer) => {
  expect(await seenFrom(peer, behindProxies)).toEqual({ ip: '203.0.113.7', protocol: 'https' })
})

test('[finding S7] ignores the forwarded headers of a peer that isn’t a trusted proxy', async () => {
  expect(await seenFrom('127.0.0.2', behindProxies)).toEqual({ ip: '::ffff:127.0.0.2', protocol: 'http' })
  forwarded['x-forwarded-for'] = '203.0.113.7, 127.0.0.1'
  expect(await seenFrom('127.0.0.2', behindProxies)).toEqual({ ip: '::ffff:127.0.0.2', protocol: 'http' })
})

test('[finding S7] behind several proxies takes the last address that isn’t a trusted proxy as the caller', async () => {
  forwarded['x-forwarded-for'] = '192.0.2.1, 203.0.113.7, 10.0.0.9'
  expect((await seenFrom('127.0.0.1', behindProxies)).ip).toBe('203.0.113.7')
})

test('ignores all forwarded headers if there are no trusted proxies', async () => {
  expect(await seenFrom('127.0.0.1', alone)).toEqual({ ip: '::ffff:127.0.0.1', protocol: 'http' })
})
