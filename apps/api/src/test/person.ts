import { withOrderKeys } from '@infra/hand-node/with-order-keys'
import { type Call, createClient } from '@infra/protocol/client'
import { exchangeSignature, requestChallenge, type TokenSet } from '@infra/protocol/sessions'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { TestApi } from './start-test-api.ts'

export interface Person {
  address: Address
  sign: (message: string) => Promise<Hex>
  /** Calls as this person. */
  call: Call
  tokens: TokenSet
}

/** A new person with a wallet of their own, signed in through the endpoints as the web app does it. */
export async function signInSomeone(api: TestApi, key: Hex = generatePrivateKey()): Promise<Person> {
  const account = privateKeyToAccount(key)
  const sign = (message: string) => account.signMessage({ message })
  const tokens = await signIn(api.call, account.address, sign)
  return { address: account.address, sign, tokens, call: callWith(api, tokens) }
}

export async function signIn(
  call: Call,
  userId: Address,
  sign: (message: string) => Promise<Hex>,
): Promise<TokenSet> {
  const { message } = await call(requestChallenge, { body: { userId } })
  return call(exchangeSignature, { body: { userId, signature: await sign(message) } })
}

export function callWith(
  { origin, deps }: TestApi,
  { tokenType, accessToken }: Pick<TokenSet, 'tokenType' | 'accessToken'>,
): Call {
  return withOrderKeys(
    createClient({
      prefix: origin + deps.config.apiPrefix,
      headers: () => ({ authorization: `${tokenType} ${accessToken}` }),
    }),
  )
}
