import { expect, test } from 'vitest'
import { type GlitchInterval, glitchIntervals, scheduleGlitches } from './schedule-glitches.ts'

test('[R-LAY-9] the intervals are 10-30 s, 5-10 s for the sidebar label and 1-3 s for the page title', () => {
  expect(glitchIntervals).toEqual({
    default: { minMs: 10_000, maxMs: 30_000 },
    sidebarLabel: { minMs: 5_000, maxMs: 10_000 },
    pageTitle: { minMs: 1_000, maxMs: 3_000 },
  })
})

test.each(Object.entries(glitchIntervals))(
  '[R-LAY-9] glitches of "%s" last 1.2 s, each after a random pause within its interval',
  (_, interval) => {
    const { log } = simulate(interval, [0, 0.5, 0.999], 6)
    const span = interval.maxMs - interval.minMs
    expect(log).toEqual([
      { after: interval.minMs, on: true },
      { after: 1200, on: false },
      { after: interval.minMs + span * 0.5, on: true },
      { after: 1200, on: false },
      { after: interval.minMs + span * 0.999, on: true },
      { after: 1200, on: false },
    ])
  },
)

test('stopping ends the current glitch and cancels the next', () => {
  const { log, stop, pending } = simulate(glitchIntervals.pageTitle, [0], 1)
  expect(log.at(-1)?.on).toBe(true)
  stop()
  expect(log.at(-1)?.on).toBe(false)
  expect(pending()).toBe(0)
})

/** Runs the schedule for this many steps on a clock that jumps from one timer to the next. */
function simulate(interval: GlitchInterval, chances: number[], steps: number) {
  const log: { after: number; on: boolean }[] = []
  const timers = new Set<() => void>()
  let waited = 0
  let drawn = 0
  const stop = scheduleGlitches((on) => log.push({ after: waited, on }), interval, {
    random: () => chances[drawn++ % chances.length]!,
    after(ms, callback) {
      const timer = () => {
        timers.delete(timer)
        waited = ms
        callback()
      }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  })
  for (let step = 0; step < steps; step++) [...timers][0]?.()
  return { log, stop, pending: () => timers.size }
}
