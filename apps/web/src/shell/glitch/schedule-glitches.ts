/** Quiet for between `minMs` and `maxMs`, then a glitch, then quiet again. */
export interface GlitchInterval {
  minMs: number
  maxMs: number
}

export const GLITCH_MS = 1200

export const glitchIntervals = {
  default: { minMs: 10_000, maxMs: 30_000 },
  sidebarLabel: { minMs: 5_000, maxMs: 10_000 },
  pageTitle: { minMs: 1_000, maxMs: 3_000 },
} as const satisfies Record<string, GlitchInterval>

interface Timing {
  /** From 0 up to but not including 1. */
  random: () => number
  /** Calls back after a time; returns the function that cancels it. */
  after: (ms: number, callback: () => void) => () => void
}

const browser: Timing = {
  random: () => Math.random(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/** Turns the glitch on and off at random intervals until the returned function is called. */
export function scheduleGlitches(
  glitching: (on: boolean) => void,
  { minMs, maxMs }: GlitchInterval,
  { random, after }: Timing = browser,
): () => void {
  let callOff = after(quiet(), start)

  function quiet(): number {
    return Math.round(minMs + random() * (maxMs - minMs))
  }
  function start(): void {
    glitching(true)
    callOff = after(GLITCH_MS, end)
  }
  function end(): void {
    glitching(false)
    callOff = after(quiet(), start)
  }

  return () => {
    callOff()
    glitching(false)
  }
}
