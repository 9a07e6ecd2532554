import { createHash } from 'node:crypto'
import {
  type Assignment,
  claimJob,
  type FinishedOutput,
  finishAttempt,
  uploadOutput,
} from '@infra/protocol/attempts'
import { catalogue } from '@infra/protocol/catalogue'
import { type Call, createClient } from '@infra/protocol/client'
import { createLinkToken, NODE_PROTOCOL, requestNodeChallenge, startNodeSession } from '@infra/protocol/nodes'
import { inputHash, type Receipt, type ReceiptClaims, receiptTypedData } from '@infra/protocol/receipts'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Person } from './person.ts'
import { signInSomeone } from './person.ts'
import type { Stage } from './stage.ts'

export interface TestNode {
  account: PrivateKeyAccount
  id: string
  operator: Person
  call: Call
  /** Takes the next job; there must be one. */
  claim: () => Promise<Assignment>
  /** What `finish` sends, for tests that send something else. */
  result: (job: Assignment, outputs?: FinishedOutput[]) => Promise<Result>
  finish: (job: Assignment, outputs?: FinishedOutput[]) => Promise<Receipt>
  /** Signs in again, as a restarted agent would, perhaps at another API process. */
  signIn: (change?: Partial<Greeting>, at?: Stage) => Promise<Call>
}

export interface Result {
  params: { id: string }
  headers: { 'x-lease-token': string }
  body: { outputs: FinishedOutput[]; claims: ReceiptClaims; nodeSignature: `0x${string}` }
}

type Greeting = Parameters<typeof greet>[2]

const everything = catalogue.map(({ id, version }) => ({ id, version }))

/** A node that speaks the protocol by hand: linked by token to an operator of its own, serving every app. */
export async function startNode(
  stage: Stage,
  { operator, ...change }: Partial<Greeting> & { operator?: Person } = {},
): Promise<TestNode> {
  const owner = operator ?? (await signInSomeone(stage))
  const account = privateKeyToAccount(generatePrivateKey())
  const { token } = await owner.call(createLinkToken)
  const signIn = (again: Partial<Greeting> = {}, at = stage) => greet(at, account, { ...change, ...again })
  const call = await signIn({ linkToken: token })
  const node: TestNode = {
    account,
    id: account.address,
    operator: owner,
    call,
    signIn,
    claim: async () => (await call(claimJob, { query: { wait: 5 } }))!,
    result: (job, outputs = [textOutput(String(job.input.text))]) => resultOf(account, job, outputs),
    finish: async (job, outputs) => call(finishAttempt, await node.result(job, outputs)),
  }
  return node
}

/** One output of kind text, as the protocol wants it. */
export function textOutput(text: string, name = 'text'): FinishedOutput {
  return { name, kind: 'text', sha256: createHash('sha256').update(text).digest('hex'), text }
}

export function lease(job: Assignment) {
  return { params: { id: job.attemptId }, headers: { 'x-lease-token': job.leaseToken } }
}

/** Sends a file under the lease; answers the output that names it. */
export async function sendOutput(
  call: Call,
  job: Assignment,
  file: { name: string; kind: FinishedOutput['kind']; bytes: Uint8Array<ArrayBuffer> },
): Promise<FinishedOutput> {
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  const kept = await call(uploadOutput, {
    ...lease(job),
    query: { kind: file.kind, sha256 },
    file: new Blob([file.bytes]),
  })
  return { name: file.name, kind: file.kind, sha256: kept.sha256 }
}

export async function resultOf(
  account: PrivateKeyAccount,
  job: Assignment,
  outputs: FinishedOutput[],
): Promise<Result> {
  const claims: ReceiptClaims = {
    job: job.jobId,
    app: job.app.id,
    appVersion: job.app.version,
    inputHash: await inputHash(
      job.input,
      Object.fromEntries(Object.entries(job.files).map(([name, { sha256 }]) => [name, sha256])),
    ),
    outputHashes: outputs.map(({ sha256 }) => sha256),
    startedAt: job.startedAt.getTime(),
    runMs: 1,
    price: job.price,
    node: account.address,
  }
  const nodeSignature = await account.signTypedData(receiptTypedData(claims))
  return { ...lease(job), body: { outputs, claims, nodeSignature } }
}

/** Signs in with the node's key; the session before ends. */
export async function nodeToken(
  stage: Stage,
  account: PrivateKeyAccount,
  change: {
    linkToken?: string
    apps?: { id: string; version: number }[]
    slots?: number
    protocol?: number
    memoryMb?: number
    holding?: string[]
  },
): Promise<string> {
  const { memoryMb = 8192, ...rest } = change
  const { message } = await stage.call(requestNodeChallenge, { body: { node: account.address } })
  const session = await stage.call(startNodeSession, {
    body: {
      node: account.address,
      signature: await account.signMessage({ message }),
      name: 'Test node',
      protocol: NODE_PROTOCOL,
      agentVersion: 'test',
      hardware: { cores: 2, memoryMb, mflops: 100, platform: 'test' },
      apps: everything,
      slots: 4,
      ...rest,
    },
  })
  return session.token
}

async function greet(
  stage: Stage,
  account: PrivateKeyAccount,
  change: Parameters<typeof nodeToken>[2],
): Promise<Call> {
  const token = await nodeToken(stage, account, change)
  return createClient({
    prefix: stage.origin + stage.deps.config.apiPrefix,
    headers: () => ({ authorization: `Bearer ${token}` }),
  })
}
