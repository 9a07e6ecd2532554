// @vitest-environment happy-dom
import {
  describeAddition,
  describeDone,
  describeLimits,
  describeTooFew,
} from '@infra/protocol/earning/describe-estimate'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { EarningPage } from './earning-page.tsx'
import { machineProblem, queryOf, usualMachine } from './machine.ts'

const answers = vi.fn<typeof fetch>()
// The client captures `fetch` when it's created, so give it one that calls the current one.
vi.hoisted(() => {
  globalThis.fetch = (...request) => (globalThis as unknown as { answer: typeof fetch }).answer(...request)
})
vi.mock('../../account/account-context.tsx', () => ({ useAccount: () => ({ phase: 'none' }) }))

beforeEach(() => void Object.assign(globalThis, { answer: answers }))
afterEach(() => {
  cleanup()
  queryClient.clear()
  answers.mockReset()
})

const price = { base: 1, per: [] }
const demand = (change: object) => ({
  appId: 'speak',
  price,
  waiting: 0,
  nodes: 0,
  jobs: 0,
  unserved: 0,
  waitP50Seconds: null,
  waitP90Seconds: null,
  ...change,
})
const estimate = {
  jobs: 1_240,
  credits: { low: 120, high: 230 },
  firstWeek: null,
  slots: 3,
  apps: [
    {
      appId: 'speak',
      asked: 40,
      done: 5,
      credits: 21,
      limits: [
        { reason: 'hours', jobs: 1 },
        { reason: 'others', jobs: 34 },
      ],
    },
    { appId: 'echo', asked: 400, done: 5, credits: 21, limits: [] },
  ],
  additions: [{ kind: 'app', appId: 'transcribe', credits: 90 }],
}

function show(estimate: object, board: object[]): void {
  answers.mockImplementation(async (address) =>
    Response.json(String(address).includes('/node/estimate') ? estimate : { items: board }),
  )
  render(<EarningPage onClose={() => {}} />)
}

const requestedUrls = () =>
  answers.mock.calls
    .map(([address]) => String(address))
    .filter((address) => address.includes('/node/estimate'))

test('the form asks for an estimate of the machine, and shows the range, what limits it and what to add', async () => {
  show(estimate, [demand({ jobs: 40, unserved: 3, waiting: 2, nodes: 1 })])
  expect(requestedUrls()).toEqual([])
  fireEvent.change(screen.getByLabelText('Cores'), { target: { value: '6' } })
  fireEvent.click(screen.getByLabelText('Speak'))
  fireEvent.click(screen.getByRole('button', { name: 'Estimate' }))
  expect(await screen.findByText('120 to 230 credits per week')).toBeTruthy()
  expect(requestedUrls()).toHaveLength(1)
  const query = new URL(requestedUrls()[0]!, 'http://here').searchParams
  expect([query.get('cores'), query.get('memoryMb'), query.get('hours')]).toEqual(['6', '8192', null])
  expect(query.get('apps')!.split(',')).not.toContain('speak')
  expect(screen.getByText('1 came outside its hours. 34 went to nodes that were free earlier.')).toBeTruthy()
  expect(screen.getByText('Serve Transcribe').textContent).toContain('about 90 more per week')
  expect(screen.queryByText(/echo/i)).toBeNull()
  const row = screen.getByRole('row', { name: /^Speak/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
      .slice(0, 4),
  ).toEqual(['2', '1', '40', '3'])
})

test('on an empty network nothing is promised', async () => {
  show({ ...estimate, jobs: 0, credits: null, apps: [], additions: [] }, [demand({})])
  expect(await screen.findByText('Nobody ordered anything in the last seven days.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Estimate' }))
  expect(await screen.findByText('Too few jobs to tell.')).toBeTruthy()
  expect(screen.getByText(/people ordered no jobs that this machine could run/)).toBeTruthy()
})

test('a form without a valid machine is not sent', () => {
  show(estimate, [])
  fireEvent.change(screen.getByLabelText('Cores'), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Estimate' }))
  expect(screen.getByRole('alert').textContent).toBe('Enter a number of cores from 1 to 4096.')
  expect(requestedUrls()).toEqual([])
  expect(machineProblem({ ...usualMachine, apps: [] })).toBe('Choose at least one app.')
  expect(machineProblem({ ...usualMachine, memoryGb: 0 })).toContain('memory')
})

test('hours are entered in the user’s time zone and sent in UTC', () => {
  const night = { ...usualMachine, hours: { from: 22, to: 7 } }
  expect(queryOf(night, -120).hours).toEqual({ from: 20, to: 5 })
  expect(queryOf(night, 300).hours).toEqual({ from: 3, to: 12 })
  expect(queryOf({ ...night, hours: { from: 3, to: 3 } }, 0)).not.toHaveProperty('hours')
})

test('limits, additions and finished jobs are described in sentences', () => {
  const app = { appId: 'transcribe', asked: 9, done: 0, credits: 0 }
  expect(describeLimits({ ...app, limits: [{ reason: 'memory', jobs: 9 }] })).toMatch(
    /^It has less memory than the \d+(\.\d+)? [GM]B this app needs\.$/,
  )
  expect(describeLimits({ ...app, limits: [{ reason: 'level', jobs: 1 }] })).toBe(
    '1 was for nodes that are trusted with more.',
  )
  expect(describeLimits({ ...app, done: 9, limits: [] })).toBe('It would have run all of them.')
  expect(describeLimits({ ...app, done: null, credits: null, limits: [] })).toBe('Too few jobs to tell.')
  expect(describeDone({ ...app, limits: [] })).toBe('0 of 9 jobs')
  expect(describeDone({ ...app, done: 1, credits: 1, limits: [] })).toBe('1 of 9 jobs, about 1 credit')
  expect(describeTooFew(1)).toContain('ordered 1 job that')
  expect(describeAddition({ kind: 'adapter', appId: 'imagine', credits: 1 })).toBe(
    'Connect a program that runs Imagine',
  )
  expect(describeAddition({ kind: 'memory', memoryMb: 2048, credits: 1 })).toBe('Have 2 GB of memory')
})
