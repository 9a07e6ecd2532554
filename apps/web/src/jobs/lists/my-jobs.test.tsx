// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { NavigationProvider, staticNavigation } from '../../navigation/navigation.ts'
import { onWire, testJob } from '../test-job.ts'
import { MyJobs } from './my-jobs.tsx'

const answers = vi.fn<typeof fetch>()
// The client captures `fetch` when it's created, so give it one that calls the current one.
vi.hoisted(() => {
  globalThis.fetch = (...request) => (globalThis as unknown as { answer: typeof fetch }).answer(...request)
})

const fox = testJob({ app: { id: 'echo', version: 1, name: 'Echo' } })
/** Like the API: one job, found by "fox" and by nothing else. */
const answer = async (url: unknown) => {
  const search = searchOf(url)
  return Response.json({ items: search === null || search === 'fox' ? [onWire(fox)] : [] })
}
const searchOf = (url: unknown) => new URL(String(url), 'http://here').searchParams.get('search')

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(globalThis, { answer: answers.mockImplementation(answer) })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  answers.mockReset()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const searched = () => answers.mock.calls.map(([url]) => searchOf(url))
const untilRows = (count: number) =>
  vi.waitFor(() => expect(screen.queryAllByRole('listitem')).toHaveLength(count))
const untilText = (words: string) =>
  vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe(words))

async function show(): Promise<HTMLElement> {
  render(
    <NavigationProvider value={staticNavigation('/profile')}>
      <MyJobs address="0x1" />
    </NavigationProvider>,
  )
  await pass(50)
  return screen.getByRole('searchbox', { name: 'Search my jobs' })
}

function type(box: HTMLElement, ...steps: string[]): void {
  for (const value of steps) fireEvent.change(box, { target: { value } })
}

test('a search is sent once, when the typing has stopped', async () => {
  const box = await show()
  await untilRows(1)
  type(box, 'f', 'fo')
  await pass(200)
  type(box, 'fox')
  await pass(200)
  expect(searched()).toEqual([null])
  await pass(200)
  expect(searched()).toEqual([null, 'fox'])
  await untilRows(1)
})

test('Enter searches at once, and surrounding spaces are trimmed', async () => {
  const box = await show()
  type(box, '  fox ')
  fireEvent.keyDown(box, { key: 'Enter' })
  await pass(10)
  expect(searched()).toEqual([null, 'fox'])
})

test('an empty search result names the query and the chosen state, and clearing the query shows all jobs', async () => {
  const box = await show()
  type(box, '100%')
  await pass(400)
  await untilText('No jobs found for “100%”.')
  fireEvent.click(screen.getByRole('button', { name: 'Failed' }))
  await untilText('No failed jobs found for “100%”.')
  fireEvent.click(screen.getByRole('button', { name: 'All' }))
  type(box, '   ')
  await pass(400)
  await untilRows(1)
})
