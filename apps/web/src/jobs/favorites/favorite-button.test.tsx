// @vitest-environment happy-dom
import type { Job } from '@infra/protocol/jobs'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Account, AccountState } from '../../account/account.ts'
import { AccountProvider } from '../../account/account-context.tsx'
import { reachability } from '../../api/reachability.ts'
import { toasts } from '../../overlays/toast.ts'
import { createStore } from '../../store/store.ts'
import { testJob } from '../test-job.ts'
import { FavoriteButton } from './favorite-button.tsx'
import { favorites, startFavorites } from './favorites.ts'

const answers = vi.fn<typeof fetch>()
// The client captures `fetch` when it's created, so give it one that calls the current one.
vi.hoisted(() => {
  globalThis.fetch = (...request) => (globalThis as unknown as { answer: typeof fetch }).answer(...request)
})

const FERN = '0x52908400098527886E0F7030069857D2E4169EE7'
const link = vi.fn()

beforeEach(() => {
  Object.assign(globalThis, { answer: answers })
  localStorage.clear()
  startFavorites(undefined)
  reachability.set('reachable')
})
afterEach(() => {
  cleanup()
  answers.mockReset()
  link.mockReset()
  toasts.set([])
})

function show(job: Job, state: AccountState = { phase: 'authenticated', address: FERN, connecting: false }) {
  const account = {
    getState: () => state,
    subscribe: () => () => {},
    link,
    signIn() {},
    cancelSignIn() {},
    disconnect() {},
  } satisfies Account
  render(
    <AccountProvider account={account} walletLoading={createStore(false)}>
      <FavoriteButton job={job} />
    </AccountProvider>,
  )
  return screen.getByRole('button')
}

const liked = () => Response.json({ favorite: true, favorites: 3 })
const refused = (status: number, code: string) =>
  Response.json({ type: '/', title: '', status, code, detail: '', instance: 'urn:request:1' }, { status })
const requests = () =>
  answers.mock.calls.filter(([url]) => String(url).includes('favorite')).map(([, request]) => request!.method)
const press = (button: HTMLElement) => act(async () => void fireEvent.click(button))

test('[R-API-4] a favorite is marked as soon as it is pressed, and the network is notified', async () => {
  let answer: (response: Response) => void = () => {}
  answers.mockImplementation(() => new Promise((done) => (answer = done)))
  const button = show(testJob())
  await press(button)
  expect(button.getAttribute('aria-pressed')).toBe('true')
  expect(button.textContent).toBe('3')
  await vi.waitFor(() => expect(requests()).toEqual(['PUT']))
  await act(async () => answer(liked()))
  await vi.waitFor(() => expect(favorites.get().unsent).toEqual([]))
  expect(button.getAttribute('aria-pressed')).toBe('true')
})

test('[V04] a favorite that the network refuses is undone with a message', async () => {
  answers.mockImplementation(async () => refused(404, 'not_found'))
  const button = show(testJob())
  await press(button)
  await vi.waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'))
  expect(button.textContent).toBe('2')
  expect(toasts.get().map(({ text }) => text)).toEqual(['This result no longer exists.'])
})

test('[finding X12] after a refusal the button shows the state that the network confirmed last', async () => {
  answers.mockImplementationOnce(async () => liked())
  const button = show(testJob())
  await press(button)
  await vi.waitFor(() => expect(favorites.get().unsent).toEqual([]))
  answers.mockImplementation(async () => refused(403, 'forbidden'))
  await press(button)
  await vi.waitFor(() => expect(favorites.get().unsent).toEqual([]))
  expect(button.getAttribute('aria-pressed')).toBe('true')
  expect(button.textContent).toBe('3')
})

test('[V14] clicks made offline are kept, and sent in order when the network is back', async () => {
  answers.mockRejectedValue(new TypeError('away'))
  const button = show(testJob())
  for (let click = 0; click < 5; click++) await press(button)
  expect(button.getAttribute('aria-pressed')).toBe('true')
  expect(JSON.parse(localStorage.getItem('infra.favorites')!).unsent).toHaveLength(5)
  const before = requests().length
  answers.mockImplementation(async (_, request) =>
    request!.method === 'PUT' ? liked() : new Response(null, { status: 204 }),
  )
  await act(async () => reachability.set('reachable'))
  await vi.waitFor(() => expect(favorites.get().unsent).toEqual([]))
  expect(requests().slice(before)).toEqual(['PUT', 'DELETE', 'PUT', 'DELETE', 'PUT'])
  expect(localStorage.getItem('infra.favorites')).toBeNull()
})

test('[V16] the favorites of one account are not shown to the next', async () => {
  answers.mockImplementation(async () => liked())
  const job = testJob()
  await press(show(job))
  cleanup()
  const other = show(job, { phase: 'authenticated', address: `0x${'1'.repeat(40)}`, connecting: false })
  expect(other.getAttribute('aria-pressed')).toBe('false')
})

test('[V11] a visitor is asked to link a wallet, and nothing is sent', async () => {
  await press(show(testJob(), { phase: 'disconnected', connecting: false }))
  expect(link).toHaveBeenCalledTimes(1)
  expect(requests()).toEqual([])
})

test('[finding X12] a user at the limit for favorites gets a message', async () => {
  answers.mockImplementation(async () => refused(409, 'favorites_limit'))
  const button = show(testJob({ favorite: false }))
  await press(button)
  await vi.waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'))
  expect(toasts.get().map(({ text }) => text)).toEqual([
    'You’ve reached the limit for favourites. Remove one to add another.',
  ])
})
