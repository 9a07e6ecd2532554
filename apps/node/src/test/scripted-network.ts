import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findApp } from '@infra/protocol/apps/catalogue'
import {
  type Assignment,
  claimJob,
  failAttempt,
  finishAttempt,
  getInputFile,
  releaseAttempt,
  releaseUnheld,
  renewLease,
  uploadOutput,
} from '@infra/protocol/attempts'
import { endNodeSession, requestNodeChallenge, startNodeSession } from '@infra/protocol/nodes'
import { Refusal } from '@infra/protocol/refusal'
import { nodeChallengeText } from '@infra/protocol/signatures/node-challenge'
import { Bytes, LostAnswer, type Received, type ScriptedApi, startScriptedApi } from './scripted-api.ts'

export interface ScriptedNetwork extends ScriptedApi {
  /** What the endpoint for claims does, for tests that put something before it. */
  claim: (received: Pick<Received, 'gone'>) => Promise<Assignment | null>
  /** Puts a job into the queue; returns what will be assigned. */
  submit: (appId: string, input: Assignment['input'], files?: Record<string, Buffer>) => Assignment
  /** Ends a job for the node that has it: at its next beat, or at once if one waits. */
  end: (job: Assignment, code: 'job_cancelled' | 'lease_lost') => void
}

const MINUTE = 60_000

/** The endpoints for nodes with one queue behind them; everything succeeds until a test says otherwise. */
export async function startScriptedNetwork(): Promise<ScriptedNetwork> {
  const api = await startScriptedApi()
  const queue: Assignment[] = []
  const files = new Map<string, Buffer>()
  const ended = new Map<string, { refusal?: Refusal; signal: AbortController }>()
  let wake = () => {}

  api.on(requestNodeChallenge, ({ body }) => ({
    message: nodeChallengeText(body.node, new URL(api.prefix), randomBytes(16).toString('hex')),
  }))
  api.on(startNodeSession, ({ body }) => ({
    token: `token-${api.at(startNodeSession).length}`,
    expiresAt: new Date(Date.now() + 15 * MINUTE),
    slots: body.slots,
    warnings: [],
  }))
  api.on(endNodeSession, () => undefined)
  const claim = async ({ gone }: Pick<Received, 'gone'>) => {
    while (queue.length === 0 && !gone.aborted) {
      await new Promise<void>((resolve) => {
        wake = resolve
        gone.addEventListener('abort', () => resolve())
      })
    }
    // As the real one does, since no node is waiting.
    if (gone.aborted) throw new LostAnswer()
    return queue.shift() ?? null
  }
  api.on(claimJob, claim)
  api.on(getInputFile, ({ params }) => new Bytes(files.get(`${params.id}/${params.field}`)!))
  api.on(renewLease, async ({ params, query, gone }) => {
    const job = ended.get(params.id!)!
    const signal = AbortSignal.any([gone, job.signal.signal])
    if (query.wait) await sleep(Number(query.wait) * 1000, undefined, { signal }).catch(() => {})
    if (job.refusal) throw job.refusal
    return { leaseUntil: new Date(Date.now() + 30_000) }
  })
  api.on(uploadOutput, ({ bytes }) => ({ sha256: sha256(bytes), bytes: bytes.length }))
  api.on(finishAttempt, ({ body }) => ({
    claims: body.claims,
    nodeSignature: body.nodeSignature,
    network: '0x1111111111111111111111111111111111111111' as const,
    networkSignature: `0x${'2'.repeat(130)}`,
  }))
  api.on(failAttempt, () => undefined)
  api.on(releaseAttempt, () => undefined)
  api.on(releaseUnheld, () => undefined)

  return {
    ...api,
    claim,
    submit: (appId, input, given = {}) => {
      const job = assignmentOf(appId, input, given)
      for (const [field, content] of Object.entries(given)) files.set(`${job.attemptId}/${field}`, content)
      ended.set(job.attemptId, { signal: new AbortController() })
      queue.push(job)
      wake()
      return job
    },
    end: (job, code) => {
      const state = ended.get(job.attemptId)!
      state.refusal = new Refusal(code, 'It is over.')
      state.signal.abort()
    },
  }
}

function assignmentOf(appId: string, input: Assignment['input'], given: Record<string, Buffer>): Assignment {
  return {
    attemptId: randomUUID(),
    leaseToken: randomUUID(),
    leaseUntil: new Date(Date.now() + 30_000),
    jobId: randomUUID(),
    app: { id: appId, version: findApp(appId)!.version },
    input: { ...input, ...Object.fromEntries(Object.keys(given).map((field) => [field, randomUUID()])) },
    files: Object.fromEntries(
      Object.entries(given).map(([field, content]) => [
        field,
        { mime: 'image/png', bytes: content.length, sha256: sha256(content) },
      ]),
    ),
    startedAt: new Date(),
    price: 3,
  }
}

export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex')
}
