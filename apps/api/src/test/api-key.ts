import { createHash } from 'node:crypto'
import { type ApiKey, createKey } from '@infra/protocol/api-keys'
import type { Call } from '@infra/protocol/client'
import type { Input } from '@infra/protocol/endpoint'
import { hintOf, makeApiKey } from '@infra/protocol/values/api-key'
import { callWith, type Person } from './person.ts'
import type { TestApi } from './start-test-api.ts'

type Wanted = Input<typeof createKey>['body']

/** One that is valid for days. */
export type NewKey = Omit<Wanted, 'hours'> & { days: number }

export interface TestKey {
  /** As it was when it was made. */
  registered: ApiKey
  secret: string
  hash: string
  /** Calls with the key. */
  call: Call
}

/** What is sent to register a key, and the secret. */
export function newKey(wanted: Partial<Wanted> = {}) {
  const secret = makeApiKey()
  const hash = createHash('sha256').update(secret).digest('hex')
  const body = {
    name: 'a program',
    hash,
    hint: hintOf(secret),
    scopes: ['read', 'order'],
    apps: null,
    networks: null,
    creditsTotal: null,
    creditsPerDay: 100,
    creditsPerJob: null,
    openMax: 64,
    days: 1,
    ...wanted,
  } as NewKey
  return { secret, hash, body }
}

/** A key of this person. Orders go by the database's clock: set the API's to the present first. */
export async function makeTestKey(
  api: TestApi,
  person: Person,
  wanted: Partial<Wanted> = {},
): Promise<TestKey> {
  const { secret, hash, body } = newKey(wanted)
  const registered = await person.call(createKey, { body })
  return { registered, secret, hash, call: callWithKey(api, secret) }
}

export function callWithKey(api: TestApi, secret: string): Call {
  return callWith(api, { tokenType: 'Bearer', accessToken: secret })
}
