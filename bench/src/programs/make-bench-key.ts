import { hash } from 'node:crypto'
import { createKey } from '@infra/protocol/api-keys'
import type { Call } from '@infra/protocol/client'
import { hintOf, makeApiKey } from '@infra/protocol/values/api-key'

/** Creates an API key within the limits that a session can grant; returns its secret. */
export async function makeBenchKey(person: Call, openMax = 16): Promise<string> {
  const secret = makeApiKey()
  await person(createKey, {
    body: {
      hash: hash('sha256', secret),
      hint: hintOf(secret),
      name: 'bench',
      scopes: ['read', 'order'],
      apps: null,
      networks: null,
      creditsTotal: 500,
      creditsPerDay: 500,
      creditsPerJob: 10,
      openMax,
      days: 1,
    },
  })
  return secret
}
