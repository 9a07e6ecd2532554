import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, createClient } from '@infra/protocol/client'
import { Refusal } from '@infra/protocol/refusal'
import { exchangeSignature, requestChallenge } from '@infra/protocol/sessions'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** Well before an access token expires: at full size a proof takes longer than a token is valid. */
const SIGN_IN_AGAIN_MS = 120_000

interface Api {
  prefix: string
}

/** Signs in users from a network each, so that the rate limit does not stop them. */
export async function signInUsers(apis: readonly Api[], count: number): Promise<Call[]> {
  const people: Call[] = []
  for (let person = 0; person < count; person++) {
    const account = privateKeyToAccount(generatePrivateKey())
    const address = `10.0.${Math.floor(person / 250)}.${(person % 250) + 1}`
    const visitor = eitherOf(apis, () => ({ 'x-forwarded-for': address }))
    const signIn = () =>
      untilAnswered(async () => {
        const { message } = await visitor(requestChallenge, { body: { userId: account.address } })
        const signature = await account.signMessage({ message })
        return visitor(exchangeSignature, { body: { userId: account.address, signature } })
      })
    let session = signIn()
    let signedInAt = Date.now()
    await session
    const authorization = async () => {
      if (Date.now() > signedInAt + SIGN_IN_AGAIN_MS) {
        signedInAt = Date.now()
        session = signIn()
      }
      return { authorization: `Bearer ${(await session).accessToken}` }
    }
    people.push(eitherOf(apis, authorization))
  }
  return people
}

/** Through one API process or the other, as behind a balancer. */
function eitherOf(
  apis: readonly Api[],
  headers: () => Record<string, string> | Promise<Record<string, string>>,
): Call {
  const calls = apis.map(({ prefix }) => createClient({ prefix, headers }))
  return ((...request: Parameters<Call>) =>
    calls[Math.floor(Math.random() * calls.length)]!(...request)) as Call
}

/** Retries like a person whose response was lost, with the same key. */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const passing = ['dependency_unavailable', 'app_unavailable', 'rate_limited']
      if (!(error instanceof Refusal) || !passing.includes(error.code)) throw error
      await sleep(50 + Math.random() * 100)
    }
  }
}
