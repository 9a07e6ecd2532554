// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { NavigationProvider, staticNavigation } from '../../navigation/navigation.ts'
import { MyNodes } from './my-nodes.tsx'

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
})

const OPERATOR = '0x52908400098527886E0F7030069857D2E4169EE7'
const node = {
  id: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  name: 'Attic',
  operator: { id: OPERATOR, name: null, shortAddress: '0x529...9EE7' },
  state: 'maintenance',
  away: null,
  maintenanceReason: '4 of its last 8 jobs failed.',
  hardware: null,
  agentVersion: null,
  sandbox: null,
  apps: [],
  slots: 1,
  running: 0,
  jobsDone: 0,
  success: null,
  p50Seconds: null,
  uptime: { day: 1, week: 1, month: 1 },
  lastDay: { finishedByHour: [], failed: 0 },
  creditsEarned: 0,
  createdAt: '2026-03-01T00:00:00.000Z',
  lastSeenAt: null,
  whyNoJobs: 'Paused until 2026-03-02 10:00 UTC. 4 of its last 8 jobs failed. Only time ends the pause.',
  maintenance: false,
  pausedUntil: '2026-03-02T10:00:00.000Z',
  tags: [],
  disk: null,
  creditsLastDay: 0,
  alerts: [],
  update: null,
}

const NONE = { online: 0, busy: 0, maintenance: 0, offline: 0 }
const isList = (address: unknown) => /\/user\/me\/node(\?|$)/.test(String(address))

/** The API's response with these nodes. */
function listOf(items: (typeof node)[]) {
  const tags = items.flatMap((one) => one.tags).map((tag) => ({ tag, nodes: 1 }))
  return { items, counts: { all: items.length, states: NONE, alerts: 0, tags } }
}

const renderNodes = () =>
  render(
    <NavigationProvider value={staticNavigation('/nodes')}>
      <MyNodes address={OPERATOR} />
    </NavigationProvider>,
  )

async function show(change: object): Promise<HTMLElement> {
  answers.mockImplementation(async (address) =>
    Response.json(isList(address) ? listOf([{ ...node, ...change }]) : { days: [], isFrozen: false }),
  )
  renderNodes()
  return screen.findByRole('listitem', { name: 'Attic' })
}

test('[finding S11] a node that the network has paused says so, and offers no button to end the pause', async () => {
  const row = await show({})
  expect(within(row).getByText('Paused')).toBeTruthy()
  expect(row.textContent).toContain('Only time ends the pause.')
  expect(screen.queryByRole('button', { name: 'Take jobs again' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Start maintenance' })).toBeTruthy()
})

test('a busy node shows no reason for getting no jobs', async () => {
  const row = await show({ state: 'busy', running: 1, pausedUntil: null, whyNoJobs: 'It is busy.' })
  expect(within(row).getByText('Busy')).toBeTruthy()
  expect(row.textContent).not.toContain('Why it gets no jobs')
})

test('a node in maintenance can be set to take jobs again', async () => {
  await show({ maintenance: true, pausedUntil: null, whyNoJobs: 'You set it to maintenance.' })
  expect(screen.getByRole('button', { name: 'Take jobs again' })).toBeTruthy()
})

test.for([
  ['weak', 'Its sandbox is limited.'],
  ['none', 'It has no sandbox.'],
])('[finding S6] the operator of a node whose sandbox is %s is warned', async ([sandbox, words]) => {
  expect((await show({ sandbox })).textContent).toContain(words)
})

test.for(['full', null])('[finding S6] a sandbox that is %s causes no warning', async (sandbox) => {
  expect((await show({ sandbox })).textContent).not.toContain('sandbox')
})

test('pending earnings say when they are paid out, after how many results, and what holds them back', async () => {
  const day = { from: '2026-03-04T10:00:00.000Z', latest: '2026-03-31T10:00:00.000Z', isHeld: false }
  const pending = {
    days: [
      { ...day, day: '2026-03-01', credits: 12, resultsLeft: 0 },
      { ...day, day: '2026-03-01', credits: 4, resultsLeft: 7, isHeld: true },
      { ...day, day: '2026-03-02', credits: 1, resultsLeft: 40 },
    ],
    isFrozen: false,
  }
  let isFrozen = false
  answers.mockImplementation(async (address) => {
    if (isList(address)) return Response.json(listOf([node]))
    return Response.json(String(address).endsWith('/pending') ? { ...pending, isFrozen } : { days: [] })
  })
  renderNodes()
  const waiting = (await screen.findByText('Pending earnings: 17 credits')).closest('details')!
  const rows = within(waiting)
    .getAllByRole('listitem', { hidden: true })
    .map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^2026-03-01 · 12from /)
  expect(rows[1]).toContain('once the node is known in that app, and no longer watched')
  expect(rows[2]).toMatch(/after 40 more results, or on /)

  isFrozen = true
  await queryClient.invalidateQueries()
  await screen.findByText(/Nothing is paid out while one of your nodes/)
})

test('a node whose owner is using it is shown as away, with the reason', async () => {
  const why = 'You are using it. It takes jobs again by itself.'
  const row = await show({ away: 'in_use', pausedUntil: null, whyNoJobs: why })
  expect(within(row).getByText('Away')).toBeTruthy()
  expect(row.textContent).toContain(why)
})

test('several nodes can be selected by a range and changed at once, and a single node has no checkbox', async () => {
  await show({})
  expect(screen.queryByRole('checkbox')).toBeNull()
  cleanup()

  const names = ['Attic', 'Barn', 'Cellar', 'Den']
  const several = names.map((name, n) => ({ ...node, id: node.id.replace(/.$/, String(n)), name }))
  answers.mockImplementation(async (address) =>
    Response.json(isList(address) ? listOf(several) : { days: [], isFrozen: false }),
  )
  queryClient.clear()
  renderNodes()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Barn' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Den' }), { shiftKey: true })
  const bar = screen.getByRole('region', { name: 'Chosen nodes' })
  expect(within(bar).getByRole('status').textContent).toBe('3 nodes')
  fireEvent.click(within(bar).getByRole('button', { name: 'Start maintenance' }))
  const sent = () => answers.mock.calls.find(([, init]) => init?.method === 'PATCH')?.[1]?.body
  await vi.waitFor(() => expect(sent()).toBeTruthy())
  expect(JSON.parse(String(sent()))).toEqual({
    ids: several.slice(1).map(({ id }) => id),
    maintenance: true,
  })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all 4' }))
  expect(within(bar).getByRole('status').textContent).toBe('4 nodes')
  fireEvent.click(within(bar).getByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('region', { name: 'Chosen nodes' })).toBeNull()
})

test('a row shows the agent’s version, and what became of the newest one', async () => {
  const agentVersion = '1.0.1-b0123456789ab'
  const update = { version: '1.0.2-bcdef01234567', state: 'failed', problem: 'It ended with exit code 9.' }
  const row = await show({ agentVersion, update })
  expect(row.textContent).toContain(
    `Agent ${agentVersion}. 1.0.2-bcdef01234567 isn’t used: It ended with exit code 9.`,
  )
  cleanup()
  queryClient.clear()
  expect((await show({ agentVersion, update: { ...update, state: 'updating' } })).textContent).toContain(
    'Updating to 1.0.2-bcdef01234567.',
  )
  cleanup()
  queryClient.clear()
  expect((await show({ agentVersion })).textContent).toMatch(/Agent 1\.0\.1-b0123456789ab(?!\.)/)
})
