// @vitest-environment happy-dom
import type { listMyJobs } from '@infra/protocol/jobs'
import { getMe } from '@infra/protocol/users'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventSource } from '../jobs/live/read-events.ts'
import { testTokens } from './test-tokens.ts'

const NOW = new Date('2026-01-01T12:00:00Z')
const seconds = NOW.getTime() / 1000
const network = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.resetModules()
  localStorage.clear()
  network.mockReset()
  vi.stubGlobal('fetch', network)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function signedIn(minutesAgo: number) {
  const { keepTokens, tokens } = await import('./tokens.ts')
  const { authorizationHeader } = await import('./call.ts')
  const set = testTokens({ iat: seconds })
  keepTokens(set)
  vi.setSystemTime(NOW.getTime() + minutesAgo * 60_000)
  return { set, tokens, authorizationHeader }
}

test('[R-ACC-8] a call sends no header without an access token, and otherwise the token’s type and the token', async () => {
  const { authorizationHeader } = await import('./call.ts')
  expect(await authorizationHeader()).toEqual({})
  const { set, ...rest } = await signedIn(1)
  expect(await rest.authorizationHeader()).toEqual({ authorization: `Bearer ${set.accessToken}` })
  expect(network).not.toHaveBeenCalled()
})

test('[R-ACC-7] an expired access token is renewed first, once for all requests that wait for it', async () => {
  const { authorizationHeader } = await signedIn(6)
  const fresh = testTokens({ iat: seconds + 360 })
  network.mockImplementation(async () => Response.json(fresh))

  const headers = await Promise.all([authorizationHeader(), authorizationHeader(), authorizationHeader()])

  expect(headers).toEqual(Array(3).fill({ authorization: `Bearer ${fresh.accessToken}` }))
  expect(network).toHaveBeenCalledTimes(1)
  const [address, request] = network.mock.calls[0]!
  expect(address).toBe('/api/auth/refresh')
  expect(request?.body).toBeInstanceOf(URLSearchParams)
})

test('[R-ACC-7] if the refresh token has expired too, the tokens are cleared and nothing is requested', async () => {
  const { authorizationHeader, tokens } = await signedIn(8 * 24 * 60)
  expect(await authorizationHeader()).toEqual({})
  expect(tokens.get()).toBeUndefined()
  expect(network).not.toHaveBeenCalled()
})

test.for([401, 403, 500])(
  '[R-ACC-9] a refresh refused with %d logs "Failed to refresh token" and clears the tokens',
  async (status) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { authorizationHeader, tokens } = await signedIn(6)
    network.mockImplementation(async () => problem(status))
    expect(await authorizationHeader()).toEqual({})
    expect(log).toHaveBeenCalledWith('Failed to refresh token', expect.anything())
    expect(tokens.get()).toBeUndefined()
  },
)

test.for([400, 404, 500, 502, 504])(
  '[R-ACC-9] a bare %d from a load balancer counts as a failed refresh too',
  async (status) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { authorizationHeader, tokens } = await signedIn(6)
    network.mockImplementation(async () => new Response('<h1>No</h1>', { status }))
    expect(await authorizationHeader()).toEqual({})
    expect(log).toHaveBeenCalledWith('Failed to refresh token', expect.anything())
    expect(tokens.get()).toBeUndefined()
  },
)

test.for([429, 503])(
  'a refresh that gets %d from the API or from a load balancer keeps the tokens',
  async (status) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { authorizationHeader, tokens } = await signedIn(6)
    for (const answer of [problem(status), new Response('', { status })]) {
      network.mockResolvedValueOnce(answer)
      await expect(authorizationHeader()).rejects.toMatchObject({ status })
      expect(tokens.get()).toBeDefined()
    }
  },
)

test('a refresh without any answer keeps the tokens: the user is offline, not signed out', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { authorizationHeader, tokens } = await signedIn(6)
  network.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(authorizationHeader()).rejects.toMatchObject({ code: 'dependency_unavailable' })
  expect(tokens.get()).toBeDefined()
})

test('[finding X19] a token that is refused before it expires is renewed once, and the request repeated', async () => {
  const { set } = await signedIn(1)
  const { renewingFetch } = await import('./call.ts')
  const fresh = testTokens({ iat: seconds + 60 })
  const sent: (string | null)[] = []
  network.mockImplementation(async (address, options) => {
    if (address === '/api/auth/refresh') return Response.json(fresh)
    const header = new Headers(options?.headers).get('authorization')
    sent.push(header)
    return header === `Bearer ${fresh.accessToken}` ? Response.json({}) : problem(401)
  })
  const headers = { authorization: `Bearer ${set.accessToken}` }
  const answers = await Promise.all([1, 2].map(() => renewingFetch(fetch)('/api/user/me', { headers })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(sent).toHaveLength(4)
  expect(network.mock.calls.filter(([address]) => address === '/api/auth/refresh')).toHaveLength(1)
})

test('[finding X19] if the new token is refused too, the user is signed out, and nothing is sent a third time', async () => {
  const { set, tokens } = await signedIn(1)
  const { renewingFetch } = await import('./call.ts')
  network.mockImplementation(async (address) =>
    address === '/api/auth/refresh' ? Response.json(testTokens({ iat: seconds + 60 })) : problem(401),
  )
  const headers = { authorization: `Bearer ${set.accessToken}` }
  const { status } = await renewingFetch(fetch)('/api/user/me', { headers })
  expect(status).toBe(401)
  expect(tokens.get()).toBeUndefined()
  expect(network).toHaveBeenCalledTimes(3)
})

/** Every way in which a page sends requests; what they return doesn't matter here. */
const ways: [string, () => Promise<unknown>][] = [
  ['a call', async () => (await import('./call.ts')).call(getMe)],
  [
    'a read before the first paint',
    async () => (await import('./read-raw.ts')).readRaw<typeof listMyJobs>('/job'),
  ],
  [
    'a message to Infra',
    async () =>
      (await import('../chat/send-message.ts')).sendMessage(
        { text: 'Hello', threadId: undefined, key: 'k' },
        () => {},
      ),
  ],
  [
    'an upload',
    async () => {
      vi.doMock('../form/files/fetch-with-progress.ts', () => ({ fetchWithProgress: () => network }))
      await (await import('../catalogue/send-file.ts')).sendFile(new Blob(['x']), () => {})
    },
  ],
  [
    'an event stream',
    async () => {
      const shareEvents = vi.fn<(source: EventSource) => () => void>(() => () => {})
      vi.doMock('../jobs/live/share-events.ts', () => ({ shareEvents }))
      const { keepLive } = await import('../jobs/live/keep-live.ts')
      keepLive({ path: '/job/1/events', onEvent: () => {}, refetch: () => {} })()
      const [{ url, headers, fetch: send }] = shareEvents.mock.calls[0]!
      await send!(url, { headers: await headers() })
    },
  ],
]

test.for(ways)('[finding X19] %s is repeated with a new token if the old one is refused', async ([, ask]) => {
  // A failed call is logged, which doesn't matter here.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { set } = await signedIn(1)
  const fresh = testTokens({ iat: seconds + 60 })
  const sent: (string | null)[] = []
  network.mockImplementation(async (address, options) => {
    if (address === '/api/auth/refresh') return Response.json(fresh)
    sent.push(new Headers(options?.headers).get('authorization'))
    return sent.length === 1 ? problem(401) : Response.json({})
  })
  await ask().catch(() => {})
  expect(sent).toEqual([set, fresh].map(({ accessToken }) => `Bearer ${accessToken}`))
})

function problem(status: number): Response {
  const codes: Record<number, string> = {
    401: 'refresh_reused',
    403: 'forbidden',
    429: 'rate_limited',
    500: 'internal_error',
    503: 'dependency_unavailable',
  }
  const body = { type: '/', title: '', status, code: codes[status], detail: '', instance: 'urn:request:x' }
  return Response.json(body, { status })
}
