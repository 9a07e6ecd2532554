// @vitest-environment happy-dom
import { Refusal } from '@infra/protocol/refusal'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testTokens } from '../api/test-tokens.ts'
import { loadUser } from './load-user.ts'
import { obtainTokens } from './obtain-tokens.ts'

const USER = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const SIGNATURE = `0x${'ab'.repeat(65)}`
const network = vi.fn<typeof fetch>()
const complaint = vi.spyOn(console, 'error')

beforeEach(() => {
  vi.stubGlobal('fetch', network)
  complaint.mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

const challenge = () => Response.json({ message: 'Sign this.', expiresAt: '2026-01-01T00:05:00.000Z' })
const isWanted = () => true

test('the message is signed and exchanged for tokens, and nothing is logged', async () => {
  const set = testTokens({ iat: 0 })
  network.mockResolvedValueOnce(challenge()).mockResolvedValueOnce(Response.json(set))
  await expect(obtainTokens(USER, async () => SIGNATURE, isWanted)).resolves.toEqual(set)
  expect(complaint).not.toHaveBeenCalled()
})

test('[R-ACC-9] a wallet’s refusal to sign is logged and thrown unchanged', async () => {
  const rejection = Object.assign(new Error('User rejected the request.'), { code: 4001 })
  network.mockResolvedValueOnce(challenge())
  const obtained = obtainTokens(USER, () => Promise.reject(rejection), isWanted)
  await expect(obtained).rejects.toBe(rejection)
  expect(complaint).toHaveBeenCalledExactlyOnceWith('Failed to authenticate', rejection)
})

test.for([
  ['the message is refused', [new Response('', { status: 500 })]],
  ['the signature is refused', [challenge(), new Response('', { status: 500 })]],
] as const)('[R-ACC-9] if %s, the error is logged and thrown', async ([, answers]) => {
  for (const answer of answers) network.mockResolvedValueOnce(answer)
  const error = await obtainTokens(USER, async () => SIGNATURE, isWanted).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(Refusal)
  expect(complaint).toHaveBeenCalledWith('Failed to authenticate', error)
})

test('an error is thrown but not logged if nobody waits for the tokens any more', async () => {
  const rejection = new Error('The person stopped waiting.')
  network.mockResolvedValueOnce(challenge())
  const obtained = obtainTokens(
    USER,
    () => Promise.reject(rejection),
    () => false,
  )
  await expect(obtained).rejects.toBe(rejection)
  expect(complaint).not.toHaveBeenCalled()
})

test('[R-ACC-9] a failure to load the user is logged and thrown', async () => {
  network.mockResolvedValueOnce(new Response('', { status: 500 }))
  const error = await loadUser().catch((thrown) => thrown)
  expect(error).toBeInstanceOf(Refusal)
  expect(complaint).toHaveBeenCalledWith('Failed to load the user', error)
})
