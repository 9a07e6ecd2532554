import { catalogue } from '@infra/protocol/apps/catalogue'
import type { Call } from '@infra/protocol/client'
import type { Input } from '@infra/protocol/endpoint'
import {
  createLinkToken,
  NODE_PROTOCOL,
  requestNodeChallenge,
  SLOTS_MAX,
  startNodeSession,
} from '@infra/protocol/nodes'
import type { Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

type Body = Input<typeof startNodeSession>['body']

/** What a node reports about itself at sign-in. */
export type Greeting = Partial<Omit<Body, 'node' | 'signature'>>

/** A new node, linked to the operator by a token and signed in. */
export async function linkNewNode(
  operator: Call,
  greeting: Greeting,
): Promise<{ account: PrivateKeyAccount; privateKey: Hex; token: string }> {
  const privateKey = generatePrivateKey()
  const account = privateKeyToAccount(privateKey)
  const { token: linkToken } = await operator(createLinkToken)
  const token = await signInNode(operator, account, { holding: [], ...greeting, linkToken })
  return { account, privateKey, token }
}

/** Signs in with the node's key and returns a token; the previous session ends. */
export async function signInNode(
  call: Call,
  account: PrivateKeyAccount,
  greeting: Greeting = {},
): Promise<string> {
  const { token } = await call(startNodeSession, { body: await greetingOf(call, account, greeting) })
  return token
}

/** For a node that serves every app, unless it says otherwise. */
export async function greetingOf(call: Call, account: PrivateKeyAccount, greeting: Greeting): Promise<Body> {
  return {
    ...(await signedChallenge(call, account)),
    name: 'Test node',
    protocol: NODE_PROTOCOL,
    agentVersion: 'test',
    hardware: { cores: 2, memoryMb: 8192, mflops: 100, platform: 'test' },
    apps: catalogue.map(({ id, version }) => ({ id, version })),
    slots: SLOTS_MAX,
    ...greeting,
  }
}

/** Proves that we have the node's key. */
export async function signedChallenge(call: Call, account: PrivateKeyAccount) {
  const { message } = await call(requestNodeChallenge, { body: { node: account.address } })
  return { node: account.address, signature: await account.signMessage({ message }) }
}
