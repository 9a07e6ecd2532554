// @vitest-environment happy-dom
import { VERSION_LABEL } from '@infra/protocol/values/version'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FeedbackForm } from './feedback-form.tsx'

const answers = vi.fn<typeof fetch>()
// The client captures `fetch` when it's created, so give it one that calls the current one.
vi.hoisted(() => {
  globalThis.fetch = (...request) => (globalThis as unknown as { answer: typeof fetch }).answer(...request)
})

beforeEach(() => {
  // Similar reports are requested as well, but these tests aren't about them.
  const answer: typeof fetch = (address, ...rest) =>
    String(address).includes('/similar')
      ? Promise.resolve(Response.json({ items: [] }))
      : answers(address, ...rest)
  Object.assign(globalThis, { answer })
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  answers.mockReset()
})

const taken = () =>
  Response.json(
    { id: '018f3a5c-1111-7222-8333-444455556666', createdAt: '2026-01-02T03:04:05Z' },
    { status: 201 },
  )

function fillIn({ title = 'It breaks', description = 'It breaks when I look at it.' } = {}) {
  fireEvent.click(screen.getByRole('radio', { name: 'Idea' }))
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: title } })
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: description } })
}

const send = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send' })))

test('a valid report is sent unchanged, and the thanks show the end of its id', async () => {
  answers.mockResolvedValue(taken())
  render(<FeedbackForm isSignedIn={false} />)
  fillIn()
  await send()
  const [address, request] = answers.mock.calls[0]!
  expect(address).toBe('/api/bugreport')
  expect(JSON.parse(String(request?.body))).toEqual({
    kind: 'idea',
    title: 'It breaks',
    description: 'It breaks when I look at it.',
    diagnostics: { version: VERSION_LABEL, page: '', browser: navigator.userAgent, requestIds: [] },
  })
  expect(screen.getByRole('heading', { name: /Thank you/ })).toBe(document.activeElement)
  expect(screen.getByText('55556666')).toBeTruthy()
})

test('a report with invalid fields is not sent; the first such field gets the focus, and each has a message', async () => {
  render(<FeedbackForm isSignedIn={false} />)
  fillIn({ title: 'abc', description: 'short' })
  await send()
  expect(answers).not.toHaveBeenCalled()
  const title = screen.getByLabelText('Title')
  expect(document.activeElement).toBe(title)
  expect(title.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Title must have at least 4 characters.')).toBeTruthy()
  expect(screen.getByText('Description must have at least 10 characters.')).toBeTruthy()
})

test('a problem disappears when its field changes, and the others stay', async () => {
  render(<FeedbackForm isSignedIn={false} />)
  fillIn({ title: 'abc', description: 'short' })
  await send()
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'abcd' } })
  expect(screen.queryByText('Title must have at least 4 characters.')).toBeNull()
  expect(screen.getByText('Description must have at least 10 characters.')).toBeTruthy()
})

test('submitting twice at the same moment sends one report', async () => {
  answers.mockImplementation(async () => taken())
  render(<FeedbackForm isSignedIn={false} />)
  fillIn()
  const form = screen.getByRole('button', { name: 'Send' }).closest('form')!
  await act(async () => {
    fireEvent.submit(form)
    fireEvent.submit(form)
  })
  expect(answers).toHaveBeenCalledTimes(1)
})

test('problems from the API are shown at their fields', async () => {
  answers.mockResolvedValue(
    Response.json(
      {
        ...{ type: '/problems/validation-failed', title: 'Request is not valid', status: 422 },
        ...{ code: 'validation_failed', detail: '1 field is not valid.', instance: 'urn:request:1' },
        errors: [{ pointer: '/title', message: 'must not be a joke' }],
      },
      { status: 422 },
    ),
  )
  render(<FeedbackForm isSignedIn={false} />)
  fillIn()
  await send()
  expect(screen.getByText('Title must not be a joke.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Title'))
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('It breaks')
})

test('a rate limit says when to try again, and the draft stays', async () => {
  answers.mockResolvedValue(
    Response.json(
      {
        ...{ type: '/problems/rate-limited', title: 'Too often', status: 429, code: 'rate_limited' },
        ...{ detail: 'Too often.', instance: 'urn:request:1' },
      },
      { status: 429, headers: { 'retry-after': '42' } },
    ),
  )
  render(<FeedbackForm isSignedIn={false} />)
  fillIn()
  await send()
  expect(screen.getByRole('alert').textContent).toMatch(/send it in 42 seconds/)
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('It breaks')
})

test('a draft survives leaving the page, and is gone once sent', async () => {
  answers.mockImplementation(async () => taken())
  render(<FeedbackForm isSignedIn={false} />)
  fillIn({ title: 'Half a' })
  cleanup()
  render(<FeedbackForm isSignedIn={false} />)
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('Half a')
  expect((screen.getByRole('radio', { name: 'Idea' }) as HTMLInputElement).checked).toBe(true)
  await send()
  fireEvent.click(screen.getByRole('button', { name: 'Send another' }))
  expect(((await screen.findByLabelText('Title')) as HTMLInputElement).value).toBe('')
  cleanup()
  render(<FeedbackForm isSignedIn={false} />)
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('')
})

test('a report without an answer is sent again with the same key, and another report has its own', async () => {
  answers.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  answers.mockImplementation(async () => taken())
  render(<FeedbackForm isSignedIn={false} />)
  fillIn()
  await send()
  expect(screen.getByRole('alert').textContent).toMatch(/Your draft is saved/)
  // As after a reload.
  cleanup()
  render(<FeedbackForm isSignedIn={false} />)
  await send()
  fireEvent.click(screen.getByRole('button', { name: 'Send another' }))
  await screen.findByLabelText('Title')
  fillIn()
  await send()
  const [lost, again, another] = answers.mock.calls.map(([, request]) =>
    new Headers(request?.headers).get('idempotency-key'),
  )
  expect(again).toBe(lost)
  expect(another).not.toBe(lost)
})

test('diagnostics are shown word for word, and are not sent if the user opts out', async () => {
  answers.mockResolvedValue(taken())
  render(<FeedbackForm isSignedIn={false} />)
  expect(screen.getByText(navigator.userAgent)).toBeTruthy()
  fillIn()
  fireEvent.click(
    screen.getByRole('checkbox', { name: 'Include technical details that help us find the cause' }),
  )
  await send()
  expect(JSON.parse(String(answers.mock.calls[0]![1]?.body))).not.toHaveProperty('diagnostics')
})

const png = (bytes = 8) => new File([new Uint8Array(bytes)], 'shot.png', { type: 'image/png' })
const attach = (file: File) =>
  act(
    async () => void fireEvent.change(screen.getByLabelText(/choose a file/), { target: { files: [file] } }),
  )
const kept = {
  kind: 'image',
  mime: 'image/png',
  bytes: 8,
  sha256: 'a'.repeat(64),
  width: 1,
  height: 1,
  seconds: null,
}
const uploaded = (id: string) =>
  Response.json({ ...kept, id, url: '/api/file/x', expiresAt: '2026-01-02T03:04:05Z' }, { status: 201 })

test('a picture is uploaded before its report, and only once even if the report is sent twice', async () => {
  const id = '018f3a5c-2222-7222-8333-444455556666'
  answers.mockResolvedValueOnce(uploaded(id))
  answers.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  answers.mockResolvedValueOnce(taken())
  render(<FeedbackForm isSignedIn={false} />)
  fillIn()
  await attach(png())
  await send()
  await send()
  expect(answers.mock.calls.map(([address]) => address)).toEqual([
    '/api/bugreport/screenshot',
    '/api/bugreport',
    '/api/bugreport',
  ])
  expect(JSON.parse(String(answers.mock.calls[2]![1]?.body))).toMatchObject({ screenshots: [id] })
})

test('a picture that has expired on the network is uploaded again', async () => {
  const ids = ['018f3a5c-2222-7222-8333-444455556666', '018f3a5c-3333-7222-8333-444455556666']
  answers.mockResolvedValueOnce(uploaded(ids[0]!))
  answers.mockResolvedValueOnce(
    Response.json(
      {
        ...{ type: '/problems/input-expired', title: 'Gone', status: 410, code: 'input_expired' },
        ...{ detail: 'Gone.', instance: 'urn:request:1' },
      },
      { status: 410 },
    ),
  )
  answers.mockResolvedValueOnce(uploaded(ids[1]!))
  answers.mockResolvedValueOnce(taken())
  render(<FeedbackForm isSignedIn={false} />)
  fillIn()
  await attach(png())
  await send()
  expect(screen.getByRole('heading', { name: /Thank you/ })).toBeTruthy()
  expect(JSON.parse(String(answers.mock.calls[3]![1]?.body))).toMatchObject({ screenshots: [ids[1]] })
})

test('a picture that is too large is refused before it is sent, and a fourth can’t be added', async () => {
  render(<FeedbackForm isSignedIn={false} />)
  await attach(png(8 * 1024 * 1024 + 1))
  expect(screen.getByText('A screenshot is larger than 8 MB.')).toBeTruthy()
  for (let count = 0; count < 3; count++) await attach(png())
  expect(screen.getAllByRole('button', { name: /^Remove screenshot/ })).toHaveLength(3)
  expect(screen.queryByLabelText(/choose a file/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Remove screenshot 2' }))
  expect(screen.getByLabelText(/choose a file/)).toBeTruthy()
})

test('the counters ignore surrounding spaces and count an emoji as one character', () => {
  render(<FeedbackForm isSignedIn={false} />)
  fillIn({ title: '  🙂🙂 ', description: 'abc' })
  expect(screen.getByText('2 / 120')).toBeTruthy()
  expect(screen.getByText('3 / 4000')).toBeTruthy()
})
