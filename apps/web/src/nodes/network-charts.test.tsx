// @vitest-environment happy-dom
import type { PerfStats } from '@infra/protocol/stats'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { NetworkCharts } from './network-charts.tsx'
import { Sparkline } from './sparkline.tsx'

afterEach(cleanup)

const nothing = { finished: 0, failed: 0, p50Seconds: null, p90Seconds: null }
const quiet = { ...nothing, waitP50Seconds: null, waitP90Seconds: null }

function stats(lastHour: Partial<PerfStats['hours'][number]>): PerfStats {
  const at = Date.UTC(2026, 2, 1, 12)
  const hours = Array.from({ length: 24 }, (_, place) => ({
    ...quiet,
    hour: new Date(at - (23 - place) * 3_600_000),
    ...(place === 23 && lastHour),
  }))
  const nodes = { online: 1, busy: 0, maintenance: 0, offline: 0 }
  const now = { nodesOnline: 1, nodes, queued: 0, running: 0, waitP50Seconds: null, waitP90Seconds: null }
  return { at: new Date(at), now, hours, apps: [], nodes: [] }
}

test('the charts of a day describe finished jobs, waits, run times and failures', () => {
  render(<NetworkCharts stats={stats({ finished: 4, failed: 1, waitP50Seconds: 2, waitP90Seconds: 8 })} />)
  expect(screen.getAllByRole('img').map((chart) => chart.getAttribute('aria-label'))).toEqual([
    'Finished per hour. 4 jobs in 24 hours, 4 in the busiest hour.',
    'Wait for a node. In the slowest hour, 10 % took 8.0 s or more.',
    'Run time. No jobs.',
    'Failed per hour. 1 job failed in 24 hours, 20 % of all.',
  ])
  const waits = screen.getByRole('img', { name: /^Wait/ })
  expect(waits.querySelectorAll('title')).toHaveLength(24)
  expect(waits.lastElementChild!.textContent).toMatch(/typically 2\.0 s, slowest 10 %: 8\.0 s or more$/)
  // The faint bar is the slowest tenth and reaches the top; the full one is a quarter of it.
  const [, faint, full] = waits.lastElementChild!.querySelectorAll('rect')
  expect([faint!.getAttribute('height'), full!.getAttribute('height')]).toEqual(['96', '24'])
})

test('an idle network has charts too', () => {
  render(<NetworkCharts stats={stats({})} />)
  expect(screen.getByRole('img', { name: 'Wait for a node. No jobs.' })).toBeTruthy()
})

test('a sparkline has a bar for each hour with finished jobs, scaled to the busiest hour of all nodes', () => {
  const hours = Array<number>(24).fill(0).with(0, 2).with(23, 8)
  render(<Sparkline hours={hours} failed={3} most={16} />)
  const bars = [...screen.getByRole('img', { name: '10 finished, 3 failed in 24 hours' }).children].slice(1)
  expect(bars.map((bar) => [bar.getAttribute('x'), bar.getAttribute('height')])).toEqual([
    ['0', '2'],
    ['69', '8'],
  ])
})

test('the sparkline of an idle node is empty', () => {
  render(<Sparkline hours={Array<number>(24).fill(0)} failed={0} most={0} />)
  expect(screen.getByRole('img', { name: '0 finished, 0 failed in 24 hours' }).children).toHaveLength(1)
})
