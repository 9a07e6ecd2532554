// @vitest-environment happy-dom
import type { PublicNode } from '@infra/protocol/nodes'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { NodeDetails } from './node-details.tsx'

afterEach(cleanup)

const node: PublicNode = {
  id: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  name: 'Attic',
  operator: null,
  state: 'online',
  maintenanceReason: null,
  away: null,
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
  lastDay: { finishedByHour: [2, 3], failed: 1 },
  creditsEarned: 0,
  createdAt: new Date('2026-03-01'),
  lastSeenAt: null,
}

test.for([
  ['full', /^Full: a job reaches no network, no other files/],
  ['weak', /^Limited: .* could read files/],
  ['none', /^None: /],
  [null, /^Unknown/],
] as const)('[finding S6] the details explain in plain words a sandbox that is %s', ([sandbox, words]) => {
  render(<NodeDetails node={{ ...node, sandbox }} onClose={() => {}} />)
  expect(screen.getByText('Sandbox').nextElementSibling?.textContent).toMatch(words)
})

test('[finding U20] a node younger than a day is shown as new, without its uptime', () => {
  render(<NodeDetails node={{ ...node, createdAt: new Date() }} onClose={() => {}} />)
  expect(screen.getByText('Uptime').nextElementSibling?.textContent).toBe('New')
  cleanup()
  render(<NodeDetails node={node} onClose={() => {}} />)
  expect(screen.getByText('Uptime').nextElementSibling?.textContent).toBe(
    '100 % day, 100 % week, 100 % month',
  )
})

test('[finding U20] apps that only test the network are not listed', () => {
  render(<NodeDetails node={{ ...node, apps: ['echo', 'cut-out'] }} onClose={() => {}} />)
  expect(screen.getByText('Cut-out')).toBeTruthy()
  expect(screen.queryByText('Echo')).toBeNull()
})
