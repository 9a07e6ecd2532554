import { setTimeout as sleep } from 'node:timers/promises'
import { plausibleResult, sendOutputs } from '@infra/hand-node/plausible-outputs'
import { resultOf } from '@infra/hand-node/result'
import { linkNewNode } from '@infra/hand-node/sign-in'
import { startTemporaryPostgres } from '@infra/postgres/start-temporary-postgres'
import { type Assignment, claimJob, finishAttempt, leaseOf, renewLease } from '@infra/protocol/attempts'
import { type Call, createClient } from '@infra/protocol/client'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { signInAsNewUser } from '../../smoke-test/new-user.ts'
import { startApi } from '../../test/start-api.ts'

const WORKERS = 12

/** What is called in the proof: the rest of the catalogue has no node. */
export const SIMULATED_APPS = ['speak', 'transcribe', 'erase-fill', 'imagine', 'write', 'story-teller']

/** A real API, and a node without models whose answers have all that a real one's have. */
export async function startSimulatedNetwork(): Promise<{ origin: string; prefix: string }> {
  const postgres = await startTemporaryPostgres()
  onTestFinished(postgres.stop)
  const { prefix } = await startApi(postgres.folder, { DATABASE_URL: postgres.url })
  const over = new AbortController()
  const apps = SIMULATED_APPS.map((id) => ({ id, version: 1 }))
  const { account, token } = await linkNewNode(await signInAsNewUser(prefix), { apps })
  const call = createClient({ prefix, headers: () => ({ authorization: `Bearer ${token}` }) })
  const work = async () => {
    while (!over.signal.aborted) {
      const job = await call(claimJob, { query: { wait: 5 } }, { signal: over.signal })
      if (job) await finish(job)
    }
  }
  const finish = async (job: Assignment) => {
    const made = await plausibleResult(call, job)
    if (!(await report(call, job, made))) return
    await call(finishAttempt, await resultOf(account, job, await sendOutputs(call, job, made)))
  }
  const working = Array.from({ length: WORKERS }, () =>
    work().catch((error) => over.signal.aborted || Promise.reject(error)),
  )
  onTestFinished(async () => {
    over.abort()
    await Promise.all(working)
  })
  return { origin: new URL(prefix).origin, prefix }
}

/** Half of the text and a preview, as an agent sends them. What takes a long time never ends: false once it was cancelled. */
async function report(
  call: Call,
  job: Assignment,
  made: Record<string, string | Uint8Array>,
): Promise<boolean> {
  const text = made.text ?? ''
  const append = typeof text === 'string' ? text.slice(0, Math.ceil(text.length / 2)) : ''
  const preview = job.app.id === 'imagine' ? await previewOf(made.picture as Uint8Array) : undefined
  const beat = { ...leaseOf(job), body: { text: { at: 0, append }, preview } }
  const isEndless = String(job.input.prompt ?? '').includes('long time')
  try {
    await call(renewLease, beat)
    // Otherwise the watchers of the job may see its end alone.
    await sleep(100)
    while (isEndless) await call(renewLease, { ...leaseOf(job), body: {}, query: { wait: 10 } })
    return true
  } catch (error) {
    if (isEndless) return false
    throw error
  }
}

async function previewOf(picture: Uint8Array): Promise<string> {
  return (await sharp(picture).webp().toBuffer()).toString('base64')
}
