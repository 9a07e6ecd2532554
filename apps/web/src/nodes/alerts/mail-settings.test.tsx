// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { MailSettings } from './mail-settings.tsx'

const search = vi.hoisted(() => ({ value: undefined as string | undefined, open: vi.fn(), close: vi.fn() }))
vi.mock('../../navigation/use-search-param.ts', () => ({ useSearchParam: () => search }))

const answers = vi.fn<typeof fetch>()
// The client captures `fetch` when it's created, so give it one that calls the current one.
vi.hoisted(() => {
  globalThis.fetch = (...request) => (globalThis as unknown as { answer: typeof fetch }).answer(...request)
})

beforeEach(() => void Object.assign(globalThis, { answer: answers }))
afterEach(() => {
  cleanup()
  queryClient.clear()
  answers.mockReset()
  search.value = undefined
})

const OPERATOR = '0x52908400098527886E0F7030069857D2E4169EE7'
const none = { isOffered: true, email: null, confirmedAt: null }
const unconfirmed = { ...none, email: 'me@example.org' }
const confirmed = { ...unconfirmed, confirmedAt: '2026-03-01T00:00:00.000Z' }

/** The API's responses, call by call; the last one stays. */
function answer(...bodies: object[]): void {
  for (const body of bodies.slice(0, -1)) answers.mockImplementationOnce(async () => Response.json(body))
  answers.mockImplementation(async () => Response.json(bodies.at(-1)!))
}

const methods = () => answers.mock.calls.map(([, init]) => init?.method)

test('saving an address sends it a link, and the page says so', async () => {
  answer(none, unconfirmed)
  render(<MailSettings address={OPERATOR} />)
  fireEvent.change(await screen.findByLabelText('E-mail address'), { target: { value: ' me@example.org ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  await screen.findByText(/We’ve sent a link to me@example\.org\./)
  expect(answers.mock.calls[1]![1]!.body).toBe('{"email":"me@example.org"}')
})

test('the link in a mail confirms the address once', async () => {
  search.value = 'A'.repeat(43)
  answer(unconfirmed, confirmed)
  const { rerender } = render(<MailSettings address={OPERATOR} />)
  await screen.findByText('Alerts about your nodes go to me@example.org.')
  rerender(<MailSettings address={OPERATOR} />)
  await waitFor(() => expect(search.close).toHaveBeenCalled())
  expect(methods().filter((method) => method === 'POST')).toHaveLength(1)
})

test('a response that was requested before the confirmation doesn’t overwrite it', async () => {
  search.value = 'A'.repeat(43)
  const read = Promise.withResolvers<Response>()
  answers.mockImplementation(async (_url, init) =>
    init?.method === 'POST' ? Response.json(confirmed) : read.promise,
  )
  render(<MailSettings address={OPERATOR} />)
  await screen.findByText('Alerts about your nodes go to me@example.org.')
  read.resolve(Response.json(unconfirmed))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.getByRole('status').textContent).toBe('Alerts about your nodes go to me@example.org.')
})

test('the settings are not shown if the network sends no mail', async () => {
  answer({ ...none, isOffered: false })
  const { container } = render(<MailSettings address={OPERATOR} />)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(answers).toHaveBeenCalled()
  expect(container.textContent).toBe('')
})
