// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testTokens } from '../api/test-tokens.ts'
import { clearTokens, keepTokens, tokens } from '../api/tokens.ts'
import { toasts } from '../overlays/toast.ts'
import { createStore } from '../store/store.ts'
import { type AccountState, visitor } from './account.ts'
import { obtainTokens } from './obtain-tokens.ts'
import { type SigningWallet, startSession } from './session.ts'
import { TEST_ADDRESS } from './test-account.ts'

const answers = vi.fn<typeof fetch>()
// The client captures `fetch` when it's created, so give it one that calls the current one.
vi.hoisted(() => {
  globalThis.fetch = (...request) => (globalThis as unknown as { answer: typeof fetch }).answer(...request)
})

const complaint = vi.spyOn(console, 'error')
const now = () => Math.floor(Date.now() / 1000)
const me = {
  ...{ id: TEST_ADDRESS, shortAddress: '0x529...9EE7', name: null, bio: '', avatarUrl: null },
  ...{ createdAt: '2026-01-01T12:00:00Z', counts: { jobsFinished: 0, favoritesReceived: 0, nodes: 0 } },
  ...{ role: 'user', tier: null, avatarHidden: null },
}

/** The network's responses by path; each test replaces those that it's about. */
let network: Record<string, () => Response | Promise<Response>>

beforeEach(() => {
  Object.assign(globalThis, { answer: answers })
  complaint.mockImplementation(() => {})
  network = {
    '/api/auth/challenge': () => Response.json({ message: 'Welcome!', expiresAt: '2030-01-01T00:00:00Z' }),
    '/api/auth/token': () => Response.json(testTokens({ sub: TEST_ADDRESS, iat: now() })),
    '/api/auth/logout': () => new Response(null, { status: 204 }),
    '/api/user/me': () => Response.json(me),
  }
  answers.mockImplementation(async (address) => network[String(address)]!())
})
/** For the wallets of one test, because a session lasts as long as its wallet is connected. */
const disconnects: (() => void)[] = []

afterEach(() => {
  for (const disconnect of disconnects.splice(0)) disconnect()
  clearTokens()
  toasts.set([])
  answers.mockReset()
  complaint.mockReset()
})

const requestedPaths = () => answers.mock.calls.map(([address]) => String(address).replace('/api', ''))

/** A session with a wallet that always cooperates. */
function connectable() {
  const on: Record<string, (detail: { address: string }) => void> = {}
  let state: ReturnType<SigningWallet['getState']> = { connected: false, returning: false, connecting: false }
  const signMessage = vi.fn(async () => '0x5e')
  const account = createStore<AccountState>(visitor)
  startSession(
    {
      getState: () => state,
      subscribe: () => () => {},
      on: (event, listener) => {
        on[event] = listener
        return () => {}
      },
      signMessage,
    },
    account,
  )
  const disconnect = () => {
    state = { connected: false, returning: false, connecting: false }
    on.disconnect!({ address: TEST_ADDRESS })
  }
  disconnects.push(disconnect)
  return {
    signMessage,
    account,
    disconnect,
    connect: () => {
      state = { ...state, connected: true, address: TEST_ADDRESS }
      on.connected!({ address: TEST_ADDRESS })
    },
  }
}

test('[R-ACC-3] connecting signs the message, exchanges the signature for tokens and loads the user', async () => {
  const { connect, signMessage, account } = connectable()
  connect()
  await vi.waitFor(() => expect(account.get().user?.id).toBe(TEST_ADDRESS))
  expect(signMessage.mock.calls.map((call: unknown[]) => call[0])).toEqual(['Welcome!'])
  expect(requestedPaths()).toEqual(['/auth/challenge', '/auth/token', '/user/me'])
  const body = answers.mock.calls[1]![1]!.body as string
  expect(JSON.parse(body)).toEqual({ userId: TEST_ADDRESS, signature: '0x5e' })
  expect(account.get().phase).toBe('authenticated')
})

test('[R-ACC-3] connecting with valid tokens only loads the user, without a signature', async () => {
  keepTokens(testTokens({ sub: TEST_ADDRESS, iat: now() }))
  const { connect, signMessage, account } = connectable()
  connect()
  await vi.waitFor(() => expect(account.get().user?.id).toBe(TEST_ADDRESS))
  expect(signMessage).not.toHaveBeenCalled()
  expect(requestedPaths()).toEqual(['/user/me'])
})

test('[R-ACC-4] disconnecting clears the tokens and the user', async () => {
  const { connect, disconnect, account } = connectable()
  connect()
  await vi.waitFor(() => expect(account.get().user).toBeDefined())
  disconnect()
  expect(tokens.get()).toBeUndefined()
  expect(account.get()).toMatchObject({ phase: 'disconnected' })
  expect(account.get().user).toBeUndefined()
  // The next user who connects must not see the previous one while theirs is loading.
  network['/api/user/me'] = () => new Promise(() => {})
  connect()
  await vi.waitFor(() => expect(account.get().phase).toBe('authenticated'))
  expect(account.get().user).toBeUndefined()
})

const away = () => Response.json({ code: 'x' }, { status: 503 })

test.for([
  ['/api/auth/token', 'Failed to authenticate'],
  ['/api/user/me', 'Failed to load the user'],
] as const)('[R-ACC-9] a failure at %s is logged and shown to the user', async ([path, logged]) => {
  network[path] = away
  const { connect, account } = connectable()
  connect()
  await vi.waitFor(() => expect(toasts.get()).toMatchObject([{ kind: 'failure' }]))
  const failedCall = `Failed to fetch data: ${path.replace('/api', '')}`
  expect(complaint.mock.calls.map(([sentence]) => sentence)).toEqual([failedCall, logged])
  expect(account.get().user).toBeUndefined()
})

test('[R-ACC-9] an error while signing in is thrown unchanged', async () => {
  const refused = new Error('No.')
  await expect(
    obtainTokens(
      TEST_ADDRESS,
      () => Promise.reject(refused),
      () => true,
    ),
  ).rejects.toBe(refused)
})
