// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { NodeDetails } from './node-details.tsx'
import { quietNode as node } from './test/quiet-node.ts'

afterEach(cleanup)

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
