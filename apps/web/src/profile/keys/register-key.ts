import { createKey } from '@infra/protocol/api-keys'
import type { Request } from '@infra/protocol/endpoint'
import { draftMandate } from '@infra/protocol/programs/mandates'
import { Refusal } from '@infra/protocol/refusal'
import { mandateTypedData } from '@infra/protocol/values/mandate'
import type { TypedDataDefinition } from 'viem'
import { call } from '../../api/call.ts'
import { describeRefusal } from '../../api/describe-refusal.ts'
import { linkedWallet } from '../../wallet/linked-wallet.ts'
import { messageOf, problemOf, WalletError } from '../../wallet/wallet-error.ts'
import { type KeyForm, limitsOf } from './key-form.ts'
import { newSecret } from './new-secret.ts'

type NewKey = Omit<Request<typeof createKey>['body'], 'days' | 'hours'> & { days: number }

/** Makes a key and asks for it. */
export async function makeKey(form: KeyForm): Promise<string> {
  const { secret, ...known } = await newSecret()
  await registerKey({ ...known, apps: null, networks: null, ...limitsOf(form) })
  return secret
}

/** The wallet signs for anything that exceeds what a session can grant, and for everything that a program asks for. */
export async function registerKey({ code, ...key }: NewKey): Promise<void> {
  const { mandate, isNeeded } = await call(draftMandate, { body: key })
  if (!isNeeded && code === undefined) return void (await call(createKey, { body: key }))
  const wallet = linkedWallet.get()
  if (!wallet) throw new WalletError('not_connected', 'Your wallet is still loading. Try again in a moment.')
  const data = mandateTypedData(mandate) as unknown as TypedDataDefinition
  const signature = await wallet.signTypedData(undefined, data)
  const { nonce, validFrom } = mandate
  await call(createKey, { body: { ...key, code, mandate: { nonce, validFrom, signature } } })
}

const fieldLabels: Record<string, string> = {
  '/name': 'The name',
  '/scopes': 'What it may do',
  '/creditsPerDay': 'Credits per day',
  '/creditsPerJob': 'Credits per job',
  '/creditsTotal': 'Credits in all',
  '/days': 'Days until it expires',
  '/mandate/signature': 'The signature',
  '/mandate/validFrom': 'The time of the signature',
}

/** Explains in sentences why there's no key. */
export function whyNoKey(error: unknown): string {
  if (error instanceof Refusal) {
    const problems = error.errors.map(
      ({ pointer, message }) => `${fieldLabels[pointer] ?? pointer} ${message}.`,
    )
    return [describeRefusal(error).sentence, ...problems].join(' ')
  }
  const problem = problemOf(error)
  if (problem === 'rejected') return 'You declined in your wallet, so there’s no key.'
  if (problem === 'pending') return 'Your wallet has another question open. Answer that one first.'
  return messageOf(error) ?? describeRefusal(error).sentence
}
