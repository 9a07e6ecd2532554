// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { Earnings } from './earnings-view.tsx'

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
  vi.restoreAllMocks()
})

const OPERATOR = '0x52908400098527886E0F7030069857D2E4169EE7'
const days = [
  { day: '2026-03-01', apps: [{ appId: 'cut-out', jobs: 2, credits: 7 }] },
  { day: '2026-03-02', apps: [{ appId: 'read-text', jobs: 1, credits: 1 }] },
]
const show = () => render(<Earnings address={OPERATOR} />)

test('an operator sees earnings by day and by app', async () => {
  answers.mockImplementation(async () => Response.json({ days }))
  show()
  expect(
    await screen.findByRole('img', { name: 'Earned per day. 8 credits for 3 jobs in 2 days.' }),
  ).toBeTruthy()
  expect(String(answers.mock.calls[0]![0])).toMatch(/\/user\/me\/earnings$/)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Cut-out7 credits for 2 jobs',
    'Read Text1 credit for 1 job',
  ])
  const table = screen.getByRole('table', { hidden: true })
  expect([...table.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual([
    '2026-03-02Read Text11',
    '2026-03-01Cut-out27',
  ])
})

test('earnings can be downloaded as CSV', async () => {
  answers.mockImplementation(async () => Response.json({ days }))
  show()
  let file: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    file = blob as Blob
    return 'blob:earnings'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  fireEvent.click(await screen.findByRole('button', { name: 'Earnings as CSV' }))
  expect(await file!.text()).toBe(
    '\ufeffday (UTC),app,jobs,credits\r\n2026-03-02,Read Text,1,1\r\n2026-03-01,Cut-out,2,7\r\n',
  )
})

test('without earnings the download is disabled and there is no table', async () => {
  answers.mockImplementation(async () => Response.json({ days: [{ day: '2026-03-01', apps: [] }] }))
  show()
  expect(await screen.findByRole('button', { name: 'Earnings as CSV' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('table', { hidden: true })).toBeNull()
})

test('a failure to load the earnings is shown, and can be retried', async () => {
  const problem = {
    type: '/',
    title: '',
    status: 429,
    code: 'rate_limited',
    detail: '',
    instance: 'urn:request:1',
  }
  answers.mockImplementation(async () => Response.json(problem, { status: 429 }))
  show()
  expect((await screen.findByRole('alert', {}, { timeout: 5_000 })).textContent).toMatch(
    /^Couldn’t load the earnings\./,
  )
  answers.mockImplementation(async () => Response.json({ days }))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('img', { name: /^Earned per day/ })).toBeTruthy()
})
