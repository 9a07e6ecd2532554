import { randomUUID } from 'node:crypto'
import { linkNewNode } from '@infra/hand-node/sign-in'
import { findApp } from '@infra/protocol/apps/catalogue'
import { claimJob, leaseOf, renewLease } from '@infra/protocol/attempts'
import { type Call, createClient } from '@infra/protocol/client'
import { cancelJob } from '@infra/protocol/jobs'
import { type Person, signInPerson } from '../callers.ts'
import { percentile } from '../measure.ts'
import type { OneApi } from '../one-api.ts'
import type { Result } from '../results.ts'
import { makeBenchKey } from './make-bench-key.ts'

const ROUNDS = 60
/** Not counted: until then Node.js still compiles what it runs. */
const WARM_UP = 10
/** On a busy machine, more orders take longer than a token is valid. */
const ROUNDS_PER_TOKEN = 10
const APP = 'write'
const WORD = 'Hello'

/**
 * Measures the time from sending an order until its first word arrives: streamed by `POST /v1/chat/completions`, and natively by `POST /job`
 * and the job's events, in turn, with the same key. The node writes a word as soon as it has a job.
 */
export async function firstWord(api: OneApi): Promise<Result['figures']> {
  const person = await signInPerson(api)
  const secret = await makeBenchKey(person.call)
  await api.database.query('update api_keys set cap_day = 1000000, cap_total = 1000000')
  const node = await startWriter(api, person)
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const taken = { v1: [] as number[], native: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    if (round % ROUNDS_PER_TOKEN === 0) await person.renew()
    taken.v1.push(await node.during(() => byV1(api, headers)))
    taken.native.push(await node.during(() => natively(api, headers)))
  }
  node.stop()
  const [v1, native] = [taken.v1, taken.native].map((all) => percentile(all.slice(WARM_UP), 0.5)) as [
    number,
    number,
  ]
  return [
    { what: 'first word of a chat by /v1, p50', value: v1, unit: 'ms' },
    { what: 'natively', value: native, unit: 'ms' },
    { what: '/v1 against native', value: v1 - native, unit: 'ms more', atMost: 10 },
  ]
}

type Headers = Record<string, string>

function byV1({ prefix }: OneApi, headers: Headers): Promise<number> {
  const body = { model: APP, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 16, stream: true }
  const url = `${new URL(prefix).origin}/v1/chat/completions`
  return untilWord(() => fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}

function natively({ prefix }: OneApi, headers: Headers): Promise<number> {
  const body = { appId: APP, input: { prompt: 'Hi', length: 16 } }
  return untilWord(async () => {
    const order = { ...headers, 'idempotency-key': randomUUID() }
    const answer = await fetch(`${prefix}/job`, {
      method: 'POST',
      headers: order,
      body: JSON.stringify(body),
    })
    const { id } = (await answer.json()) as { id: string }
    return fetch(`${prefix}/job/${id}/events`, { headers })
  })
}

async function untilWord(open: () => Promise<Response>): Promise<number> {
  const startedAt = performance.now()
  const { body } = await open()
  let received = ''
  for await (const bytes of body!) {
    received += Buffer.from(bytes).toString()
    if (received.includes(WORD)) return performance.now() - startedAt
  }
  throw new Error(`The stream ended without a word: ${received.slice(0, 500)}`)
}

/** A node that writes one word for each job; the job is then cancelled. */
async function startWriter({ prefix }: OneApi, person: Person) {
  const { token } = await linkNewNode(person.call, { apps: [{ id: APP, version: findApp(APP)!.version }] })
  const call: Call = createClient({ prefix, headers: () => ({ authorization: `Bearer ${token}` }) })
  let claim = call(claimJob, { query: { wait: 20 } })
  return {
    during: async (work: () => Promise<number>) => {
      const working = work()
      const job = await claim
      if (!job) throw new Error('There was no job.')
      const text = { at: 0, append: WORD }
      await call(renewLease, { ...leaseOf(job), body: { progress: { part: 0.1, stage: 'Writing' }, text } })
      const taken = await working
      await person.call(cancelJob, { params: { id: job.jobId } })
      // Like other nodes, it waits for a job before the next order is sent.
      claim = call(claimJob, { query: { wait: 20 } })
      return taken
    },
    stop: () => void claim.catch(() => {}),
  }
}
