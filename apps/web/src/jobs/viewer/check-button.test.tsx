// @vitest-environment happy-dom
import { findApp } from '@infra/protocol/apps/catalogue'
import type { Job } from '@infra/protocol/jobs'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { NavigationProvider, staticNavigation } from '../../navigation/navigation.ts'
import { numbers } from '../../trust/test-numbers.ts'
import { onWire, testJob } from '../test-job.ts'
import { CheckButton } from './check-button.tsx'

// The client captures `fetch` when it's created.
const answers = vi.hoisted(() => {
  const fetched = vi.fn<typeof fetch>()
  globalThis.fetch = fetched
  return fetched
})

afterEach(() => {
  cleanup()
  queryClient.clear()
})

const live = { nodes: 1, queued: 0, p50Seconds: null, p90Seconds: null, example: null }
const figures = { checksNodes: true, days: [], suspensions: { made: 0, takenBack: 0 }, keys: [], numbers }
const refusal = (status: number, code: string, headers = {}) =>
  Response.json(
    { type: 'about:blank', title: 'No', status, code, detail: 'No.', instance: 'urn:request:1' },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  )

function show(job: Job, { isChecked = true, answer = () => Response.json(onWire(job)) } = {}) {
  answers.mockImplementation(async (address) => {
    const path = String(address)
    if (path.endsWith('/check')) return answer()
    if (path.endsWith('/trust')) return Response.json(figures)
    return Response.json({ ...findApp('cut-out')!, ...live, isChecked })
  })
  render(
    <NavigationProvider value={staticNavigation('/feed')}>
      <CheckButton job={job} />
    </NavigationProvider>,
  )
}

async function ask(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'This looks wrong' }))
  fireEvent.click(screen.getByRole('button', { name: 'Check it' }))
}

test('the button explains the cost and the limits before it asks for a check', async () => {
  show(testJob())
  fireEvent.click(await screen.findByRole('button', { name: 'This looks wrong' }))
  const question = screen.getByRole('group', { name: 'Have it checked?' })
  expect(question.textContent).toContain('free of charge')
  await screen.findByText(/You can ask 5 times a day; after 5 results that turned out right, once a day\./)
  expect(answers.mock.calls.some(([address]) => String(address).endsWith('/check'))).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Leave it' }))
  expect(await screen.findByRole('button', { name: 'This looks wrong' })).toBeTruthy()
})

test('the button is not shown if the app isn’t checked, there is no result yet, or a check exists', async () => {
  const checked = { state: 'checking', node: null, at: null, rightJobId: null, statement: null } as const
  show(testJob(), { isChecked: false })
  await vi.waitFor(() => expect(queryClient.getQueryData(['apps', 'cut-out'])).toBeTruthy())
  expect(screen.queryByRole('button')).toBeNull()
  for (const change of [
    { status: 'running' },
    { check: checked },
    { app: { id: 'echo', version: 1, name: 'Echo' } },
  ] as const) {
    cleanup()
    show(testJob(change))
    expect(screen.queryByRole('button')).toBeNull()
  }
})

test.for([
  [409, 'conflict', {}, 'it was already run again'],
  [409, 'not_ready', {}, 'There is no result to check yet.'],
  [404, 'not_found', {}, 'This job no longer exists.'],
  [429, 'rate_limited', { 'retry-after': '86400' }, 'Try again tomorrow.'],
] as const)('%i %s is explained in plain words', async ([status, code, headers, words]) => {
  show(testJob(), { answer: () => refusal(status, code, headers) })
  await ask()
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toContain(words))
})
