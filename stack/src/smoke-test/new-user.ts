import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '@infra/protocol/api-keys'
import { listApps } from '@infra/protocol/apps'
import { type Call, createClient } from '@infra/protocol/client'
import { getJob, type Job, type JobFile, submitJob } from '@infra/protocol/jobs'
import { exchangeSignature, requestChallenge } from '@infra/protocol/sessions'
import { sha256Hex } from '@infra/protocol/signatures/receipts'
import { hintOf, makeApiKey } from '@infra/protocol/values/api-key'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** Models are fetched at the first job that needs them. */
const JOB_MS_MAX = 10 * 60_000

export type Say = (sentence: string) => void

/** Signs in with a new key, as a user that the network has never seen. */
export async function signInAsNewUser(prefix: string): Promise<Call> {
  const visitor = createClient({ prefix })
  const account = privateKeyToAccount(generatePrivateKey())
  const { message } = await visitor(requestChallenge, { body: { userId: account.address } })
  const signature = await account.signMessage({ message })
  const { accessToken } = await visitor(exchangeSignature, { body: { userId: account.address, signature } })
  return createClient({ prefix, headers: () => ({ authorization: `Bearer ${accessToken}` }) })
}

/** An API key with the limits that the form offers; the answer is its secret. */
export async function makeKey(person: Call, name: string): Promise<string> {
  const key = makeApiKey()
  await person(createKey, {
    body: {
      hash: await sha256Hex(new TextEncoder().encode(key)),
      hint: hintOf(key),
      name,
      scopes: ['read', 'order'],
      apps: null,
      networks: null,
      creditsTotal: null,
      creditsPerDay: 50,
      creditsPerJob: null,
      openMax: 16,
      days: 90,
    },
  })
  return key
}

/** A node that has just been started may still be fetching what it needs. */
export async function untilServed(visitor: Call, appIds: string[], say: Say): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { items } = await visitor(listApps)
    const unserved = appIds.filter((id) => !items.some((app) => app.id === id && app.nodes > 0))
    if (unserved.length === 0) return
    if (isFirst) say(`Waiting for a node that serves ${unserved.join(', ')}.`)
    await sleep(500)
  }
}

export async function runJob(person: Call, appId: string, input: Record<string, unknown>): Promise<Job> {
  const order = { headers: { 'idempotency-key': randomUUID() }, body: { appId, input } }
  const { id } = await person(submitJob, order)
  const until = Date.now() + JOB_MS_MAX
  for (;;) {
    const job = await person(getJob, { params: { id } })
    if (job.status === 'finished') return job
    if (job.status === 'error' || Date.now() > until) {
      throw new Error(`${appId} ended as ${job.status} (${job.reason}).`)
    }
    await sleep(100)
  }
}

export async function fetchFile(origin: string, file: JobFile): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(file.url!, origin))
  const bytes = new Uint8Array(await response.arrayBuffer())
  const sha256 = await sha256Hex(bytes)
  if (sha256 !== file.sha256) throw new Error(`The file has the hash ${sha256}, not ${file.sha256}.`)
  return bytes
}
