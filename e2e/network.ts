import { plausibleOutputs, sendOutputs } from '@infra/hand-node/plausible-outputs'
import { firstResultOf, resultOf } from '@infra/hand-node/result'
import { linkNewNode } from '@infra/hand-node/sign-in'
import { withOrderKeys } from '@infra/hand-node/with-order-keys'
import { findApp } from '@infra/protocol/apps/catalogue'
import {
  type Assignment,
  claimJob,
  type FinishedOutput,
  failAttempt,
  finishAttempt,
  leaseOf,
  releaseAttempt,
  renewLease,
} from '@infra/protocol/attempts'
import { type Call, createClient } from '@infra/protocol/client'
import { uploadFile } from '@infra/protocol/files'
import { getJob, type Job, submitJob } from '@infra/protocol/jobs'
import { endNodeSession, NODE_PROTOCOL, SLOTS_MAX } from '@infra/protocol/nodes'
import { exchangeSignature, requestChallenge, type TokenSet } from '@infra/protocol/sessions'
import { expect } from '@playwright/test'
import type { Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { makePng } from './made-files.ts'

export interface Someone {
  address: string
  call: Call
  tokens: TokenSet
}

export interface HandNode {
  id: string
  name: string
  /** Claims only this job; others, which belong to other tests, are given back. */
  claim: (jobId: string) => Promise<Assignment>
  beat: (job: Assignment, part: number, stage: string, preview?: string) => Promise<void>
  /** With these outputs, or these texts and files by the names of the app's outputs, or else plausible ones. */
  finish: (job: Assignment, outputs?: FinishedOutput[] | Record<string, string | Uint8Array>) => Promise<void>
  fail: (job: Assignment) => Promise<void>
  /** The next job of anyone, if one comes soon. */
  next: () => Promise<Assignment | null>
  stop: () => Promise<void>
}

const prefix = () => `${process.env.BASE_URL}/api`
/** A separate network address, so that the rate limits of one test don't affect another. */
const network = () => `10.${crypto.getRandomValues(new Uint8Array(3)).join('.')}`

/** The key of the only address that the stack accepts as a moderator. */
export function moderatorKey(): Hex {
  const key = process.env.MODERATOR_KEY
  if (!key) throw new Error('Set MODERATOR_KEY: the stack must know its address as a moderator’s.')
  return key as Hex
}

/** An account with its own key, unless one is given. Its list of sessions names the browser. */
export async function signInSomeone(key: Hex = generatePrivateKey(), userAgent?: string): Promise<Someone> {
  const account = privateKeyToAccount(key)
  const from = network()
  const headers = { 'x-forwarded-for': from, ...(userAgent && { 'user-agent': userAgent }) }
  const call = createClient({ prefix: prefix(), headers: () => headers })
  const { message } = await call(requestChallenge, { body: { userId: account.address } })
  const signature = await account.signMessage({ message })
  const tokens = await call(exchangeSignature, { body: { userId: account.address, signature } })
  return { address: account.address, call: callAs(tokens.accessToken, from), tokens }
}

/** The API as the person who is signed in in the browser sees it. */
export function callAs(accessToken: string, from = network()): Call {
  return withOrderKeys(
    createClient({
      prefix: prefix(),
      headers: () => ({ 'x-forwarded-for': from, authorization: `Bearer ${accessToken}` }),
    }),
  )
}

/** A node that speaks the protocol by hand: no model, but real claims, files, receipts and payments. */
export async function startHandNode(
  {
    apps,
    name = 'Hand node',
    protocol = NODE_PROTOCOL,
  }: { apps: string[]; name?: string; protocol?: number },
  operator?: Pick<Someone, 'call'>,
) {
  const { call } = operator ?? (await signInSomeone())
  const { account, token } = await linkNewNode(call, {
    name,
    protocol,
    apps: apps.map((id) => ({ id, version: findApp(id)!.version })),
  })
  return createNode(account, callAs(token), name, protocol === 1 ? firstResultOf : resultOf)
}

function createNode(
  account: PrivateKeyAccount,
  call: Call,
  name: string,
  signedResult: typeof firstResultOf | typeof resultOf,
): HandNode {
  return {
    id: account.address,
    name,
    async claim(jobId) {
      const others: Assignment[] = []
      const giveBack = async () => {
        for (const other of others.splice(0)) await call(releaseAttempt, leaseOf(other)).catch(() => {})
      }
      for (const until = Date.now() + 40_000; Date.now() < until; ) {
        const job = await call(claimJob, { query: { wait: 1 } })
        // Kept until ours has come, or they'd be the next ones again.
        if (job && job.jobId !== jobId) others.push(job)
        if (!job || job.jobId === jobId || others.length === SLOTS_MAX) await giveBack()
        if (job?.jobId === jobId) return job
      }
      throw new Error('The job never came to this node.')
    },
    beat: async (job, part, stage, preview) => {
      await call(renewLease, { ...leaseOf(job), body: { progress: { part, stage }, preview } })
    },
    finish: async (job, outputs) => {
      const given = Array.isArray(outputs) ? outputs : outputs && (await sendOutputs(call, job, outputs))
      const made = given ?? (await plausibleOutputs(call, job))
      await call(finishAttempt, await signedResult(account, job, made))
    },
    fail: (job) =>
      call(failAttempt, {
        ...leaseOf(job),
        body: { reason: 'input_unreadable', detail: 'On purpose.', final: true },
      }),
    next: () => call(claimJob, { query: { wait: 2 } }),
    stop: () => call(endNodeSession).catch(() => {}),
  }
}

/** No test claims jobs of these apps by hand, so a node that does every job takes none from another test. */
type ServedApp = 'cut-out' | 'erase-fill' | 'read-text' | 'vectorise'

export type ServingNode = Pick<HandNode, 'id' | 'name' | 'stop'>

/** A node that does every job. */
export async function startServingNode(described: {
  apps: ServedApp[]
  name?: string
}): Promise<ServingNode> {
  const node = await startHandNode(described)
  let wanted = true
  const serving = (async () => {
    while (wanted) {
      const job = await node.next()
      // It was cancelled, or isn't the expected one; the next one may be.
      if (job) await node.finish(job).catch(() => {})
    }
  })()
  return {
    id: node.id,
    name: node.name,
    stop: async () => {
      wanted = false
      await serving.catch(() => {})
      await node.stop()
    },
  }
}

/** Orders a job in a person's name and waits until a serving node has finished it. */
export async function makeJob(
  { call }: Pick<Someone, 'call'>,
  appId: 'cut-out' | 'vectorise' | 'read-text',
  { seed = Math.floor(Math.random() * 1_000_000), visibility = 'public' as Job['visibility'] } = {},
): Promise<Job> {
  const { id: image } = await call(uploadFile, { file: new Blob([makePng(seed + 0.5)]) })
  const { id } = await call(submitJob, { body: { appId, input: { image }, visibility } })
  await expect
    .poll(async () => (await call(getJob, { params: { id } })).status, { timeout: 30_000 })
    .toBe('finished')
  if (visibility === 'public') await isDrawn(id, appId)
  return call(getJob, { params: { id } })
}

/** Pages are rendered at most once a second, and another test may just have requested one. */
async function isDrawn(id: string, appId: string): Promise<void> {
  for (const path of ['/feed', `/feed?app=${appId}`]) {
    const drawn = async () => (await fetch(`${process.env.BASE_URL}${path}`)).text()
    await expect.poll(drawn).toContain(id)
  }
}
