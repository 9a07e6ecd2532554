import { type Assignment, CLAIM_WAIT_SECONDS_MAX, claimJob, releaseUnheld } from '@infra/protocol/attempts'
import { pause } from '@infra/weights/backoff'
import type { Log } from '../log.ts'
import { IDLE_BACKOFF_MS_MAX, waitMs } from './retry.ts'
import type { NodeCall } from './session.ts'

interface ClaimOptions {
  call: NodeCall
  slots: number
  /** The running attempts. */
  holding: () => string[]
  perform: (assignment: Assignment) => Promise<void>
  log: Log
  /** Once it aborts, no more jobs are taken, and running ones are awaited. */
  signal: AbortSignal
}

/** A response that came sooner than this was not a long poll. */
const AT_ONCE_MS = 500

/**
 * Takes a job whenever a slot is free. Only one claim at a time waits at the API, however many slots there are, so that an idle node costs
 * the network one connection.
 */
export async function claimJobs({ call, slots, holding, perform, log, signal }: ClaimOptions): Promise<void> {
  const running = new Set<Promise<void>>()
  let wake = () => {}
  const untilWoken = (ms?: number) =>
    new Promise<void>((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  signal.addEventListener('abort', () => wake(), { once: true })
  let failures = 0
  while (!signal.aborted) {
    if (running.size >= slots) {
      await untilWoken()
      continue
    }
    try {
      // The lost response may have assigned a job, which would otherwise wait until its lease lapses.
      if (failures > 0) await call(releaseUnheld, { body: { holding: holding() } }, { seconds: 10, signal })
      const assignment = await claim(call, signal)
      if (failures > 0) log.info('The network answers again.')
      failures = 0
      if (!assignment) continue
      const attempt = perform(assignment).finally(() => {
        running.delete(attempt)
        wake()
      })
      running.add(attempt)
    } catch (error) {
      if (signal.aborted) break
      failures += 1
      const ms = waitMs(error, failures, IDLE_BACKOFF_MS_MAX)
      log.warn(
        `No job could be asked for: ${(error as Error).message} Trying again in ${(ms / 1000).toFixed(1)} s.`,
      )
      // Woken early when an attempt ends, because the API is reachable again then.
      await untilWoken(ms)
    }
  }
  await Promise.all(running)
}

async function claim(call: NodeCall, signal: AbortSignal): Promise<Assignment | null> {
  const startedAt = performance.now()
  const settings = { seconds: CLAIM_WAIT_SECONDS_MAX + 10, signal, waits: true }
  const assignment = await call(claimJob, { query: { wait: CLAIM_WAIT_SECONDS_MAX } }, settings)
  if (!assignment && performance.now() - startedAt < AT_ONCE_MS) await pause(AT_ONCE_MS, signal)
  return assignment
}
