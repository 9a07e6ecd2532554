// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FeedbackForm } from './feedback-form.tsx'

const answers = vi.fn<typeof fetch>()
// The client takes its fetch when it is made, so it is given one that asks this one.
vi.hoisted(() => {
  globalThis.fetch = (...request) => (globalThis as unknown as { answer: typeof fetch }).answer(...request)
})

beforeEach(() => {
  Object.assign(globalThis, { answer: answers })
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

test('a valid report is sent as it stands, then thanked for with the start of its id', async () => {
  answers.mockResolvedValue(taken())
  render(<FeedbackForm />)
  fillIn()
  await send()
  const [address, request] = answers.mock.calls[0]!
  expect(address).toBe('/api/bugreport')
  expect(JSON.parse(String(request?.body))).toEqual({
    kind: 'idea',
    title: 'It breaks',
    description: 'It breaks when I look at it.',
  })
  expect(screen.getByRole('heading', { name: /Thank you/ })).toBe(document.activeElement)
  expect(screen.getByText('018f3a5c')).toBeTruthy()
})

test('nothing is sent while a field is not valid; the first such field gets the focus and says why', async () => {
  render(<FeedbackForm />)
  fillIn({ title: 'abc', description: 'short' })
  await send()
  expect(answers).not.toHaveBeenCalled()
  const title = screen.getByLabelText('Title')
  expect(document.activeElement).toBe(title)
  expect(title.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Title must have at least 4 characters.')).toBeTruthy()
  expect(screen.getByText('Description must have at least 10 characters.')).toBeTruthy()
})

test('a problem goes away when its field is changed, the others stay', async () => {
  render(<FeedbackForm />)
  fillIn({ title: 'abc', description: 'short' })
  await send()
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'abcd' } })
  expect(screen.queryByText('Title must have at least 4 characters.')).toBeNull()
  expect(screen.getByText('Description must have at least 10 characters.')).toBeTruthy()
})

test('two sends in the same moment send once', async () => {
  answers.mockImplementation(async () => taken())
  render(<FeedbackForm />)
  fillIn()
  const form = screen.getByRole('button', { name: 'Send' }).closest('form')!
  await act(async () => {
    fireEvent.submit(form)
    fireEvent.submit(form)
  })
  expect(answers).toHaveBeenCalledTimes(1)
})

test('problems that the API found stand at their fields', async () => {
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
  render(<FeedbackForm />)
  fillIn()
  await send()
  expect(screen.getByText('Title must not be a joke.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Title'))
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('It breaks')
})

test('a limit says when to try again, and the draft stays', async () => {
  answers.mockResolvedValue(
    Response.json(
      {
        ...{ type: '/problems/rate-limited', title: 'Too often', status: 429, code: 'rate_limited' },
        ...{ detail: 'Too often.', instance: 'urn:request:1' },
      },
      { status: 429, headers: { 'retry-after': '42' } },
    ),
  )
  render(<FeedbackForm />)
  fillIn()
  await send()
  expect(screen.getByRole('alert').textContent).toMatch(/send it in 42 seconds/)
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('It breaks')
})

test('a draft survives leaving, and is gone once it was sent', async () => {
  answers.mockImplementation(async () => taken())
  render(<FeedbackForm />)
  fillIn({ title: 'Half a' })
  cleanup()
  render(<FeedbackForm />)
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('Half a')
  expect((screen.getByRole('radio', { name: 'Idea' }) as HTMLInputElement).checked).toBe(true)
  await send()
  fireEvent.click(screen.getByRole('button', { name: 'Send another' }))
  expect(((await screen.findByLabelText('Title')) as HTMLInputElement).value).toBe('')
  cleanup()
  render(<FeedbackForm />)
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('')
})

test('the counters count as a person does', () => {
  render(<FeedbackForm />)
  fillIn({ title: '  🙂🙂 ', description: 'abc' })
  expect(screen.getByText('2 / 120')).toBeTruthy()
  expect(screen.getByText('3 / 4000')).toBeTruthy()
})
