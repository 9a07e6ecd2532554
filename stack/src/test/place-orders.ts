import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { resultOf, textOutput } from '@infra/hand-node/result'
import { linkNewNode } from '@infra/hand-node/sign-in'
import { claimJob, finishAttempt } from '@infra/protocol/attempts'
import { type Call, createClient } from '@infra/protocol/client'
import { submitJob } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'

const BETWEEN_MS = 50
const CLAIM_WAIT_SECONDS = 5

/** The definition of being served: no job takes longer than this. */
const LOST_AFTER_MS = 60_000

export interface Orders {
  /** Milliseconds until the order got its response. */
  answered: number[]
  /** Milliseconds until the node had submitted the result. */
  finished: number[]
  /** Acknowledged but never finished. */
  lost: string[]
  /** Codes of responses other than the job. */
  refused: string[]
}

export interface EchoNode {
  finished: (jobId: string) => Promise<void>
}

/** A node without a runner that finishes every echo job right away, including the flood's, until stopped. */
export async function startHandNode(
  operator: Call,
  { prefix, network, signal }: { prefix: string; network: string; signal: AbortSignal },
): Promise<EchoNode> {
  const { account, token } = await linkNewNode(operator, { apps: [{ id: 'echo', version: 1 }] })
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': network }
  const call = createClient({ prefix, headers: () => headers })
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  const waiterOf = (id: string) => {
    const waiter = waiting.get(id) ?? Promise.withResolvers<void>()
    waiting.set(id, waiter)
    return waiter
  }
  const work = async () => {
    while (!signal.aborted) {
      const job = await withRetries(() => call(claimJob, { query: { wait: CLAIM_WAIT_SECONDS } }, { signal }))
      if (!job) continue
      const result = await resultOf(account, job, [textOutput(String(job.input.text))])
      await withRetries(() => call(finishAttempt, result))
      waiterOf(job.jobId).resolve()
    }
  }
  // Two, so that a job of the flood doesn't keep the honest one waiting.
  for (const _ of [1, 2]) work().catch((error) => signal.aborted || Promise.reject(error))
  return { finished: (jobId) => waiterOf(jobId).promise }
}

/** Places one order after another, each with its own key, until `isOver`. */
export async function placeOrders(person: Call, node: EchoNode, isOver: () => boolean): Promise<Orders> {
  const orders: Orders = { answered: [], finished: [], lost: [], refused: [] }
  while (!isOver()) {
    await placeOrder(person, node, orders)
    await sleep(BETWEEN_MS)
  }
  return orders
}

async function placeOrder(person: Call, node: EchoNode, orders: Orders): Promise<void> {
  const key = randomUUID()
  const from = performance.now()
  const order = () =>
    person(submitJob, {
      headers: { 'idempotency-key': key },
      body: { appId: 'echo', input: { text: 'an honest order' } },
    })
  const { id } = await withRetries(order, ({ code }) => orders.refused.push(code))
  orders.answered.push(performance.now() - from)
  const isFinished = await Promise.race([
    node.finished(id).then(() => true),
    sleep(LOST_AFTER_MS, false, { ref: false }),
  ])
  if (isFinished) orders.finished.push(performance.now() - from)
  else orders.lost.push(id)
}

/** Retries when the API asks for it, as the page and the agent do. */
async function withRetries<T>(
  work: () => Promise<T>,
  onRefusal: (refusal: Refusal) => void = () => {},
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'dependency_unavailable') throw error
      onRefusal(error)
      await sleep(1000 * (error.retryAfterSeconds ?? 1))
    }
  }
}
