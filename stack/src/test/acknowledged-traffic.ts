import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { resultOf, textOutput } from '@infra/hand-node/result'
import { linkNewNode } from '@infra/hand-node/sign-in'
import { type Assignment, claimJob, finishAttempt, releaseUnheld } from '@infra/protocol/attempts'
import { type Call, createClient } from '@infra/protocol/client'
import { submitJob } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { PrivateKeyAccount } from 'viem/accounts'
import { onTestFinished } from 'vitest'
import { untilAnswered } from './retrying-users.ts'

const CLAIM_WAIT_SECONDS = 2

/** The API gives up on a silent database after 5 s; a call without a response long after that never gets one. */
const DEADLINE_MS = 40_000

/** What the network promised to people and nodes, and its other responses. */
export interface Acknowledged {
  /** Each order's job, by its key, and when it was sent and answered. */
  orders: Map<string, { jobId: string; sentAt: number; answeredAt: number }>
  /** The job of each attempt whose result was accepted. */
  results: Map<string, string>
  /** How many calls were asked to retry. */
  refused: number
  /** Results for a lease that the network no longer knows. */
  leasesLost: number
  /** Responses that must never happen. At the first one, everybody stops. */
  wrong: string[]
}

export const nothingAcknowledged = (): Acknowledged => ({
  orders: new Map(),
  results: new Map(),
  refused: 0,
  leasesLost: 0,
  wrong: [],
})

/** Sends one order after the other, each with a key as the page does, repeated until it gets a response, until `isOver`. */
export async function keepOrdering(
  person: Call,
  acknowledged: Acknowledged,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver() && acknowledged.wrong.length === 0) await placeOrder(person, acknowledged)
}

/** The text is the key, so that the database shows which order made a job. */
export async function placeOrder(person: Call, acknowledged: Acknowledged): Promise<void> {
  const key = randomUUID()
  const wanted = { headers: { 'idempotency-key': key }, body: { appId: 'echo', input: { text: key } } }
  while (acknowledged.wrong.length === 0) {
    const sentAt = Date.now()
    const job = await answerOf(acknowledged, (signal) => person(submitJob, wanted, { signal }))
    if (job) {
      acknowledged.orders.set(key, { jobId: job.id, sentAt, answeredAt: Date.now() })
      return
    }
  }
}

/** A node without a runner that finishes what it claims right away, using the API processes in turn. */
export async function startCountingNode(
  operator: Call,
  prefixes: readonly string[],
  acknowledged: Acknowledged,
): Promise<void> {
  const { account, token } = await untilAnswered(() =>
    linkNewNode(operator, { apps: [{ id: 'echo', version: 1 }], slots: 1 }),
  )
  const headers = () => ({ authorization: `Bearer ${token}` })
  const calls = prefixes.map((prefix) => createClient({ prefix, headers }))
  const stopped = new AbortController()
  const work = async () => {
    for (let turn = 0; !stopped.signal.aborted && acknowledged.wrong.length === 0; turn++)
      await runJob(calls[turn % calls.length]!, account, acknowledged)
  }
  const done = work()
  onTestFinished(async () => {
    stopped.abort()
    await done
  })
}

async function runJob(call: Call, account: PrivateKeyAccount, acknowledged: Acknowledged): Promise<void> {
  const claimed = await answerOf(acknowledged, async (signal) => ({
    job: await call(claimJob, { query: { wait: CLAIM_WAIT_SECONDS } }, { signal }),
  }))
  // The response may have been lost in transit: like the agent, it gives back what it doesn't know of.
  if (!claimed) await call(releaseUnheld, { body: { holding: [] } }).catch(() => {})
  if (claimed?.job) await submitResult(call, claimed.job, { account, acknowledged })
}

async function submitResult(
  call: Call,
  job: Assignment,
  { account, acknowledged }: { account: PrivateKeyAccount; acknowledged: Acknowledged },
): Promise<void> {
  const result = await resultOf(account, job, [textOutput(String(job.input.text))])
  while (acknowledged.wrong.length === 0) {
    try {
      const receipt = await answerOf(acknowledged, (signal) => call(finishAttempt, result, { signal }))
      if (!receipt) continue
      acknowledged.results.set(job.attemptId, job.jobId)
    } catch (error) {
      if (!isLost(error)) throw error
      acknowledged.leasesLost++
    }
    return
  }
}

/** As the agent sees it: a claim that the new primary never got is as lost as an expired lease. */
function isLost(error: unknown): boolean {
  return error instanceof Refusal && ['lease_lost', 'not_found'].includes(error.code)
}

/** Undefined, after the usual pause, if the caller is asked to retry. */
async function answerOf<T>(
  acknowledged: Acknowledged,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask(AbortSignal.timeout(DEADLINE_MS))
  } catch (error) {
    if (isLost(error)) throw error
    if (error instanceof Refusal && error.code === 'dependency_unavailable') acknowledged.refused++
    else acknowledged.wrong.push(String(error))
    await sleep(200 + Math.random() * 200)
    return undefined
  }
}
