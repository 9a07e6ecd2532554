import { setTimeout as sleep } from 'node:timers/promises'
import type { Runner } from './runner.ts'

const STEP_MS = 200

/** Returns its input, as slowly as requested. */
export const echo: Runner = async ({ input, progress }) => {
  const totalMs = Number(input.seconds ?? 0) * 1000
  const startedAt = performance.now()
  for (let at = 0; at < totalMs; at = performance.now() - startedAt) {
    progress(at / totalMs, 'Taking its time')
    await sleep(Math.min(STEP_MS, totalMs - at))
  }
  return [{ name: 'text', kind: 'text', text: String(input.text ?? '') }]
}
