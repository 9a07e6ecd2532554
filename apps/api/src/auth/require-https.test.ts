import * as attempts from '@infra/protocol/attempts'
import { type Endpoint, isForNodes } from '@infra/protocol/endpoint'
import * as nodes from '@infra/protocol/nodes'
import { expect, test } from 'vitest'
import { startTestApi } from '../test/start-test-api.ts'

const PROXY = '10.0.0.1'
const ELSEWHERE = '203.0.113.7'
const NODE = '0x00000000000000000000000000000000000000b0'

const secure = await startTestApi({ env: { PUBLIC_URL: 'https://infra.example', TRUST_PROXY: PROXY } })
const plain = await startTestApi({ env: { PUBLIC_URL: 'http://infra.example' } })

interface Way {
  remoteAddress: string
  headers?: Record<string, string>
}

/** The response to a node that connects this way and begins to sign in. */
async function challengeBy(way: Way, { server } = secure): Promise<{ status: number; code?: string }> {
  const answer = await server.inject({
    ...way,
    method: 'POST',
    url: '/api/node/challenge',
    payload: { node: NODE },
  })
  return { status: answer.statusCode, code: answer.json().code }
}

const refused = { status: 403, code: 'https_required' }
const answered = { status: 200, code: undefined }

const isEndpoint = (one: unknown): one is Endpoint => typeof one === 'object' && one !== null && 'path' in one
const exported: unknown[] = Object.values({ ...nodes, ...attempts })
const forNodes = exported.filter(isEndpoint).filter(isForNodes)

test('[finding X11] refuses every call of a node over http from another machine, and names the address to use', async () => {
  expect(forNodes.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/node/challenge',
      '/node/link',
      '/node/session',
      '/attempt',
      '/attempt/{id}/finish',
    ]),
  )
  for (const { method, path } of forNodes) {
    const url = `/api${path.replaceAll(/\{\w+\}/g, '0')}`
    const answer = await secure.server.inject({ method, url, remoteAddress: ELSEWHERE })
    expect(answer.statusCode, path).toBe(403)
    expect(answer.headers['content-type'], path).toContain('application/problem+json')
    expect(answer.json(), path).toMatchObject({
      code: 'https_required',
      detail: expect.stringContaining('Use https://infra.example/api.'),
    })
  }
})

test('[finding X11] believes only a trusted proxy that a node called over https', async () => {
  const forwarded = (proto: string) => ({ 'x-forwarded-for': ELSEWHERE, 'x-forwarded-proto': proto })
  expect(await challengeBy({ remoteAddress: PROXY, headers: forwarded('https') })).toEqual(answered)
  expect(await challengeBy({ remoteAddress: PROXY, headers: forwarded('http') })).toEqual(refused)
  expect(await challengeBy({ remoteAddress: PROXY, headers: forwarded('https, http') })).toEqual(refused)
  expect(await challengeBy({ remoteAddress: ELSEWHERE, headers: forwarded('https') })).toEqual(refused)
  const asLoopback = { 'x-forwarded-for': '127.0.0.1' }
  expect(await challengeBy({ remoteAddress: ELSEWHERE, headers: asLoopback })).toEqual(refused)
})

test.for(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
  '[finding X11] accepts http from a node on this machine: %s',
  async (remoteAddress) => {
    expect(await challengeBy({ remoteAddress })).toEqual(answered)
  },
)

test("accepts http from a node on the proxy's machine, as in deploy/compose.yaml", async () => {
  const headers = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' }
  expect(await challengeBy({ remoteAddress: PROXY, headers })).toEqual(answered)
})

test('accepts http for public endpoints, and for nodes if the public URL is http', async () => {
  const list = await secure.server.inject({ url: '/api/node', remoteAddress: ELSEWHERE })
  expect(list.statusCode).toBe(200)
  expect(await challengeBy({ remoteAddress: ELSEWHERE }, plain)).toEqual(answered)
})
