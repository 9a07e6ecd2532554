import { setTimeout as sleep } from 'node:timers/promises'
import { type Assignment, BEAT_SECONDS, CLAIM_WAIT_SECONDS_MAX } from '@infra/protocol/attempts'
import { submitJob } from '@infra/protocol/jobs'
import { SLOTS_MAX } from '@infra/protocol/nodes'
import { type HandNode, type Person, startHandNode } from '../callers.ts'
import { endPublicJob } from '../fill-jobs.ts'
import type { OneApi } from '../one-api.ts'
import { withRetries } from './with-retries.ts'

/** The agent reports this often. */
const REPORT_EVERY_MS = 500

/** A million per day. */
export const ENDED_PER_SECOND = 12

export interface BusyNetwork {
  /** Adds jobs until this many run. */
  growTo: (jobs: number) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Running jobs, whose nodes report progress and wait for the end of the job like the agent, and public jobs that end, numbered from
 * `from`.
 */
export function startBusyNetwork(api: OneApi, person: Person, { from }: { from: number }): BusyNetwork {
  const stopped = new AbortController()
  const { signal } = stopped
  const pending: Promise<void>[] = []
  const start = (work: Promise<void>) => {
    // A failure is thrown by `stop`. Otherwise it would end the whole benchmark without the other results.
    work.catch(() => {})
    pending.push(work)
  }
  let running = 0
  let node: HandNode | undefined
  start(endJobs(api, person, { from, signal }))
  return {
    growTo: async (jobs) => {
      await person.renew()
      for (; running < jobs; running++) {
        if (running % SLOTS_MAX === 0) node = await startHandNode(api, person.call)
        await person.call(submitJob, { body: { appId: 'echo', input: { text: 'bench' } } })
        const assignment = await node!.claim(CLAIM_WAIT_SECONDS_MAX)
        if (!assignment) throw new Error(`No node got job ${running + 1}.`)
        start(report(node!, assignment, signal))
        start(beat(node!, assignment, signal))
      }
    },
    stop: async () => {
      stopped.abort()
      await Promise.all(pending)
    },
  }
}

async function report(node: HandNode, job: Assignment, signal: AbortSignal): Promise<void> {
  for (let part = 0; !signal.aborted; part = (part + 0.01) % 1) {
    await withRetries(() => node.beat(job, part))
    await sleep(REPORT_EVERY_MS)
  }
}

async function beat(node: HandNode, job: Assignment, signal: AbortSignal): Promise<void> {
  // Stopped in the middle of a wait.
  while (!signal.aborted)
    await withRetries(() => node.awaitEnd(job, BEAT_SECONDS, signal)).catch(unlessStopped(signal))
}

async function endJobs(
  { database }: OneApi,
  { address }: Person,
  { from, signal }: { from: number; signal: AbortSignal },
): Promise<void> {
  for (let number = from; !signal.aborted; number++) {
    await endPublicJob(database, address, number)
    await sleep(1_000 / ENDED_PER_SECOND)
  }
}

function unlessStopped(signal: AbortSignal): (error: unknown) => void {
  return (error) => {
    if (!signal.aborted) throw error
  }
}
