import { plausibleOutputs } from '@infra/hand-node/plausible-outputs'
import { resultOf } from '@infra/hand-node/result'
import { type Greeting, linkNewNode, signInNode } from '@infra/hand-node/sign-in'
import { type Assignment, claimJob, type FinishedOutput, finishAttempt } from '@infra/protocol/attempts'
import type { Call } from '@infra/protocol/client'
import type { Receipt } from '@infra/protocol/signatures/receipts'
import type { PrivateKeyAccount } from 'viem/accounts'
import { callWith, type Person, signInSomeone } from './person.ts'
import type { TestApi } from './start-test-api.ts'

export interface TestNode {
  account: PrivateKeyAccount
  id: string
  operator: Person
  call: Call
  /** Of its first session, for requests that the client would not send. */
  authorization: string
  /** Takes the next job; there must be one. */
  claim: () => Promise<Assignment>
  /** What `finish` sends, for tests that change it. */
  result: (job: Assignment, outputs?: FinishedOutput[]) => ReturnType<typeof resultOf>
  /** With what the app might have made, unless it is given something else. */
  finish: (job: Assignment, outputs?: FinishedOutput[]) => Promise<Receipt>
  /** Signs in again, as a restarted agent would, perhaps at another API process. */
  signIn: (change?: Greeting, at?: TestApi) => Promise<Call>
}

/** A node driven by the test: linked to an operator of its own unless one is given, serving the echo app. */
export async function startNode(
  api: TestApi,
  { operator, ...change }: Greeting & { operator?: Person } = {},
): Promise<TestNode> {
  const owner = operator ?? (await signInSomeone(api))
  const greeting = { slots: 4, ...change }
  const { account, token } = await linkNewNode(owner.call, greeting)
  const call = callAsNode(api, token)
  const node: TestNode = {
    account,
    id: account.address,
    operator: owner,
    call,
    authorization: `Bearer ${token}`,
    signIn: async (again, at = api) =>
      callAsNode(at, await signInNode(at.call, account, { ...greeting, ...again })),
    claim: async () => (await node.call(claimJob, { query: { wait: 5 } }))!,
    result: async (job, outputs) =>
      resultOf(account, job, outputs ?? (await plausibleOutputs(node.call, job))),
    finish: async (job, outputs) => node.call(finishAttempt, await node.result(job, outputs)),
  }
  return node
}

function callAsNode(api: TestApi, token: string): Call {
  return callWith(api, { tokenType: 'Bearer', accessToken: token })
}
