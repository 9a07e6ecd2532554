import { setTimeout as sleep } from 'node:timers/promises'
import { type Assignment, BEAT_SECONDS } from '@infra/protocol/attempts'
import { submitJob } from '@infra/protocol/jobs'
import { SLOTS_MAX } from '@infra/protocol/nodes'
import { type HandNode, type Person, startHandNode } from '../callers.ts'
import { endPublicJob } from '../fill-jobs.ts'
import type { OneApi } from '../one-api.ts'

export const RUNNING = 50

/** As often as the agent reports. */
const REPORT_EVERY_MS = 500

/** A million a day. */
export const ENDED_PER_SECOND = 12

/**
 * Jobs that run, each with its node reporting progress and waiting for the end of the job as the agent does, and public jobs that end. Returns
 * the function that stops it.
 */
export async function runBusyNetwork(
  api: OneApi,
  person: Person,
  { from }: { from: number },
): Promise<() => Promise<void>> {
  const stopped = new AbortController()
  const { signal } = stopped
  const running: Promise<void>[] = []
  for (let job = 0, node: HandNode | undefined; job < RUNNING; job++) {
    if (job % SLOTS_MAX === 0) node = await startHandNode(api, person.call)
    await person.call(submitJob, { body: { appId: 'echo', input: { text: 'bench' } } })
    const assignment = (await node!.claim(20))!
    running.push(report(node!, assignment, signal), beat(node!, assignment, signal))
  }
  running.push(endJobs(api, person, { from, signal }))
  return async () => {
    stopped.abort()
    await Promise.all(running)
  }
}

async function report(node: HandNode, job: Assignment, signal: AbortSignal): Promise<void> {
  for (let part = 0; !signal.aborted; part = (part + 0.01) % 1) {
    await node.beat(job, part)
    await sleep(REPORT_EVERY_MS)
  }
}

async function beat(node: HandNode, job: Assignment, signal: AbortSignal): Promise<void> {
  // Stopped in the middle of a wait.
  while (!signal.aborted) await node.awaitEnd(job, BEAT_SECONDS, signal).catch(unlessStopped(signal))
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
