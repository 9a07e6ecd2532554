// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { inferno } from '../ui/inferno.ts'
import { heatOfCell, NetworkMap } from './network-map.tsx'

afterEach(cleanup)

test('the map and each of its cells describe their content in words', () => {
  render(
    <NetworkMap
      columns={2}
      cells={[
        [0, 0, 0, 0],
        [1, 1, 0, 2],
        [1_200, 900, 450, 900],
        [3, 0, 0, 0],
      ]}
    />,
  )
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'Map of the network. 1,204 machines, 901 online, 450 jobs running.',
  )
  expect([...document.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual([
    '1 machine, 1 online, 0 of 2 slots busy',
    '1,200 machines, 900 online, 450 of 900 slots busy',
    '3 machines, 0 online, 0 of 0 slots busy',
  ])
  const fills = [...document.querySelectorAll('rect')].map((rect) => rect.getAttribute('fill'))
  expect(fills.slice(1)).toEqual([inferno(0.3), inferno(0.3 + 0.65 / 2), inferno(0.14)])
})

test('a cell is hotter the more of its slots are busy, up to the end of the scale', () => {
  const heats = ([0, 1, 2, 5] as const).map((running) => heatOfCell([1, 1, running, 2]))
  expect(heats).toEqual([0.3, 0.625, 0.95, 0.95])
})
