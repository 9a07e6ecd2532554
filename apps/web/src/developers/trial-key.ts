import { createKey, revokeKey } from '@infra/protocol/api-keys'
import { call } from '../api/call.ts'
import { newSecret } from '../profile/keys/new-secret.ts'
import { createStore } from '../store/store.ts'

export const TRIAL_CREDITS = 20

export interface TrialKey {
  id: string
  secret: string
  /** The account whose credits it spends. */
  address: string
}

/** The only trial key. It's kept in this tab's memory and nowhere else. */
export const trialKey = createStore<TrialKey | undefined>(undefined)

/** This account's key; creates it if there's none. */
export async function obtainTrialKey(address: string): Promise<TrialKey> {
  const current = trialKey.get()
  if (current?.address === address) return current
  const { secret, hash, hint } = await newSecret()
  const key = await call(createKey, {
    body: {
      hash,
      hint,
      name: 'Trial key',
      scopes: ['read', 'order'],
      apps: null,
      networks: null,
      creditsPerDay: TRIAL_CREDITS,
      creditsTotal: TRIAL_CREDITS,
      creditsPerJob: null,
      openMax: 16,
      hours: 1,
    },
  })
  const made = { id: key.id, secret, address }
  trialKey.set(made)
  // Uses a duration instead of a time, because the clocks of this machine and of the network may differ.
  setTimeout(() => dropKey(made), key.expiresAt.getTime() - key.createdAt.getTime())
  return made
}

export async function revokeTrialKey(key: TrialKey): Promise<void> {
  await call(revokeKey, { params: { id: key.id } })
  dropKey(key)
}

function dropKey(key: TrialKey): void {
  if (trialKey.get() === key) trialKey.set(undefined)
}
