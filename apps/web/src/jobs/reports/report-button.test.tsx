// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Account, AccountState } from '../../account/account.ts'
import { AccountProvider } from '../../account/account-context.tsx'
import { reachability } from '../../api/reachability.ts'
import { toasts } from '../../overlays/toast.ts'
import { createStore } from '../../store/store.ts'
import { Modal } from '../../ui/modal.tsx'
import { ReportButton } from './report-button.tsx'

const answers = vi.fn<typeof fetch>()
// The client captures `fetch` when it's created, so give it one that calls the current one.
vi.hoisted(() => {
  globalThis.fetch = (...request) => (globalThis as unknown as { answer: typeof fetch }).answer(...request)
})

// The dialog is fetched when it's opened; load it here first, so that no test waits for that.
await import('./report-dialog.tsx')

const JOB = '018f3a5c-1111-7222-8333-000000000001'
const FERN: AccountState = { phase: 'authenticated', address: `0x${'1'.repeat(40)}`, connecting: false }
const [link, signIn] = [vi.fn(), vi.fn()]

beforeEach(() => void Object.assign(globalThis, { answer: answers }))
afterEach(() => {
  cleanup()
  for (const mock of [answers, link, signIn]) mock.mockReset()
  toasts.set([])
  reachability.set('reachable')
})

/** In the viewer, which is a dialog itself. */
function show(state: AccountState = FERN) {
  const onClose = vi.fn()
  const account = {
    ...{ getState: () => state, subscribe: () => () => {}, link, signIn },
    ...{ cancelSignIn() {}, disconnect() {} },
  } satisfies Account
  render(
    <AccountProvider account={account} walletLoading={createStore(false)}>
      <Modal title="The viewer" onClose={onClose}>
        <ReportButton jobId={JOB} />
      </Modal>
    </AccountProvider>,
  )
  return onClose
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const dialog = () => screen.findByRole('dialog', { name: 'Report this result' })

async function open() {
  await press('Report this result')
  await dialog()
}
const choose = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }))
const note = () => screen.getByLabelText('Note') as HTMLTextAreaElement
const write = (value: string) => fireEvent.change(note(), { target: { value } })

const reported = () =>
  Response.json(
    { jobId: JOB, reason: 'hateful', note: '', createdAt: '2026-01-02T03:04:05Z', outcome: null },
    { status: 201 },
  )
const refused = (status: number, code: string, headers = {}) =>
  Response.json(
    { type: '/', title: '', status, code, detail: '', instance: 'urn:request:1' },
    { status, headers },
  )

test('a reason and a note are sent, and the user is thanked', async () => {
  let answer: (response: Response) => void = () => {}
  answers.mockImplementation(() => new Promise((done) => (answer = done)))
  show()
  await open()
  choose(/hateful/)
  write(' It says so. ')
  await press('Send report')
  expect(await screen.findByRole('button', { name: 'Sending' })).toHaveProperty('disabled', true)
  await vi.waitFor(() => expect(answers).toHaveBeenCalledTimes(1))
  const [address, request] = answers.mock.calls[0]!
  expect([address, request!.method]).toEqual([`/api/job/${JOB}/report`, 'POST'])
  expect(JSON.parse(String(request!.body))).toEqual({ reason: 'hateful', note: 'It says so.' })
  await act(async () => answer(reported()))
  const thanks = await screen.findByText(
    'Thank you. A moderator will look at it, and your profile shows the outcome.',
  )
  expect(document.activeElement).toBe(thanks)
})

test('without a reason nothing is sent, and the form asks for one', async () => {
  show()
  await open()
  await press('Send report')
  expect(answers).not.toHaveBeenCalled()
  expect(screen.getByText('Choose what is wrong with it.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getAllByRole('radio')[0])
  choose(/Something else/)
  expect(screen.queryByText('Choose what is wrong with it.')).toBeNull()
})

test('a note may have 500 characters, with an emoji counted as one', async () => {
  answers.mockImplementation(async () => reported())
  show()
  await open()
  choose(/Something else/)
  write('🙂'.repeat(501))
  await press('Send report')
  expect(answers).not.toHaveBeenCalled()
  expect(screen.getByText('Note must have at most 500 characters.')).toBeTruthy()
  expect(document.activeElement).toBe(note())
  write('🙂'.repeat(500))
  await press('Send report')
  await screen.findByText(/^Thank you/)
})

test.for<[string, () => Promise<Response>, RegExp]>([
  ['the job no longer exists', async () => refused(404, 'not_found'), /no longer exists/],
  ['the job is the user’s own', async () => refused(403, 'forbidden'), /is your own/],
  [
    'the user has sent too many reports',
    async () => refused(429, 'rate_limited', { 'retry-after': '42' }),
    /in 42 seconds/,
  ],
  ['Infra isn’t responding', () => Promise.reject(new TypeError('away')), /isn’t responding/],
])('if %s, the dialog says so and keeps the note', async ([, answer, words]) => {
  answers.mockImplementation(answer)
  show()
  await open()
  choose(/against the law/)
  write('Mine.')
  await press('Send report')
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(words))
  expect(note().value).toBe('Mine.')
  answers.mockImplementation(async () => reported())
  await press('Send report')
  await screen.findByText(/^Thank you/)
})

test('the dialog says if the user is offline', async () => {
  answers.mockImplementation(() => {
    reachability.set('offline')
    return Promise.reject(new TypeError('away'))
  })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  show()
  await open()
  choose(/hateful/)
  await press('Send report')
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^You’re offline/))
  vi.restoreAllMocks()
})

test.for<[AccountState['phase'], typeof link]>([
  ['disconnected', link],
  ['connected', signIn],
])('[V11] a user who is %s is asked for a wallet, and no dialog opens', async ([phase, asked]) => {
  show({ phase, connecting: false })
  await press('Report this result')
  expect(asked).toHaveBeenCalledTimes(1)
  expect(toasts.get().map(({ text }) => text)).toEqual(['Link a wallet to report a result.'])
  expect(screen.queryByRole('dialog', { name: 'Report this result' })).toBeNull()
})

test('Escape closes the report but not the viewer', async () => {
  const onViewerClosed = show()
  await open()
  await act(async () => void fireEvent(await dialog(), new Event('cancel', { cancelable: true })))
  expect(screen.queryByRole('dialog', { name: 'Report this result' })).toBeNull()
  expect(onViewerClosed).not.toHaveBeenCalled()
})
