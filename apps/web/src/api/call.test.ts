// @vitest-environment happy-dom

import { endpoint } from '@infra/protocol/endpoint'
import { CONFIGURATION_BLOCK_ID } from '@infra/protocol/pages/configuration'
import { errorCodes } from '@infra/protocol/refusal'
import { getPerfStats } from '@infra/protocol/stats'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { testTokens } from './test-tokens.ts'

const readJob = endpoint({
  method: 'GET',
  path: '/job/{id}',
  summary: 'A job.',
  caller: 'anyone',
  params: z.object({ id: z.string() }),
  query: z.object({ limit: z.number().optional() }),
  response: z.object({ id: z.string() }),
  refusals: [],
})

const answers = vi.fn<typeof fetch>()
const complaint = vi.spyOn(console, 'error')

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('fetch', answers)
  complaint.mockImplementation(() => {})
  document.body.innerHTML = ''
})
afterEach(() => {
  vi.unstubAllGlobals()
  answers.mockReset()
  complaint.mockReset()
})

/** Loads the modules again, so that they read the current page. */
async function freshApi() {
  const { call, refusalMessages } = await import('./call.ts')
  return { call, refusalMessages }
}

/** Sets up a page that was configured with this prefix. */
function configure(apiPrefix: string): void {
  const wallet = { chains: [{ id: 1, name: 'Ethereum', rpcUrl: null }], projectId: null, demo: false }
  const links = { x: 'https://a.example', dex: 'https://b.example', telegram: 'https://c.example' }
  const configuration = JSON.stringify({ apiPrefix, links, wallet, staking: null })
  document.body.innerHTML = `<script type="application/json" id="${CONFIGURATION_BLOCK_ID}">${configuration}</script>`
}

test('[R-API-10] calls go to the configured prefix', async () => {
  configure('https://api.example/v2')
  answers.mockResolvedValue(Response.json({ id: '7' }))
  const { call } = await freshApi()
  await expect(call(readJob, { params: { id: '7' }, query: {} })).resolves.toEqual({ id: '7' })
  expect(answers.mock.calls[0]?.[0]).toBe('https://api.example/v2/job/7')
})

test.for([
  ['the client', async () => (await freshApi()).call(getPerfStats)],
  [
    'a first screen',
    async () => (await import('./read-raw.ts')).readSameOrigin<typeof getPerfStats>('/perf-stats'),
  ],
] as const)(
  '[R-API-9] %s reads the network’s figures from its own origin, without Authorization or a refresh',
  async ([, read]) => {
    configure('https://api.example/v2')
    const { keepTokens, clearTokens } = await import('./tokens.ts')
    // Expired, so that any other request would be preceded by a refresh.
    keepTokens(testTokens({ iat: Date.now() / 1000, accessSeconds: 0 }))
    answers.mockImplementation(async () => new Response('no', { status: 500 }))
    await expect(read()).rejects.toThrow()
    clearTokens()
    expect(answers.mock.calls.map(([address]) => address)).toEqual(['/api/perf-stats'])
    expect(new Headers(answers.mock.calls[0]![1]?.headers).get('authorization')).toBeNull()
    expect(complaint).toHaveBeenCalledExactlyOnceWith(
      'Failed to fetch data: /api/perf-stats',
      expect.any(Error),
    )
  },
)

test('[R-API-10] the prefix is /api if none is configured', async () => {
  answers.mockResolvedValue(Response.json({ id: '7' }))
  const { call } = await freshApi()
  await call(readJob, { params: { id: '7' }, query: {} })
  expect(answers.mock.calls[0]?.[0]).toBe('/api/job/7')
})

test('a call to an endpoint for anyone sends no token, and one for guests does', async () => {
  const { keepTokens } = await import('./tokens.ts')
  const tokens = testTokens({ iat: Date.now() / 1000 })
  keepTokens(tokens)
  answers.mockImplementation(async () => Response.json({ id: '7' }))
  const { call } = await freshApi()
  await call(readJob, { params: { id: '7' }, query: {} })
  await call({ ...readJob, caller: 'guest' }, { params: { id: '7' }, query: {} })
  localStorage.clear()
  const sent = answers.mock.calls.map(([, request]) => new Headers(request!.headers).get('authorization'))
  expect(sent).toEqual([null, `Bearer ${tokens.accessToken}`])
})

test('[R-API-11] a call that succeeds writes nothing to the log', async () => {
  answers.mockResolvedValue(Response.json({ id: '7' }))
  const { call } = await freshApi()
  await call(readJob, { params: { id: '7' }, query: {} })
  expect(complaint).not.toHaveBeenCalled()
})

test.each([
  ['an error response', () => answers.mockResolvedValue(new Response('no', { status: 500 }))],
  ['a network failure', () => answers.mockRejectedValue(new TypeError('Failed to fetch'))],
])('[R-API-11] %s is logged once with the path, and thrown', async (_, fail) => {
  fail()
  const { call } = await freshApi()
  const pending = call(readJob, { params: { id: '7' }, query: { limit: 2 } })
  await expect(pending).rejects.toMatchObject({ code: 'dependency_unavailable' })
  expect(complaint).toHaveBeenCalledExactlyOnceWith('Failed to fetch data: /job/7', expect.any(Error))
})

test('a call that is refused before it is sent is not logged', async () => {
  const { call } = await freshApi()
  const params = { id: 7 } as unknown as { id: string }
  await expect(call(readJob, { params, query: {} })).rejects.toMatchObject({ code: 'not_found' })
  expect(answers).not.toHaveBeenCalled()
  expect(complaint).not.toHaveBeenCalled()
})

test('a call that its caller aborts is not logged', async () => {
  answers.mockRejectedValue(new Error('gone'))
  const { call } = await freshApi()
  const options = { signal: AbortSignal.abort() }
  await expect(call(readJob, { params: { id: '7' }, query: {} }, options)).rejects.toThrow('gone')
  expect(complaint).not.toHaveBeenCalled()
})

test('every error code has a message that is a sentence', async () => {
  const { refusalMessages } = await freshApi()
  expect(Object.keys(refusalMessages).sort()).toEqual([...errorCodes].sort())
  for (const sentence of Object.values(refusalMessages)) expect(sentence).toMatch(/^[A-Z].+\.$/)
})
