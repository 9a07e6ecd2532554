import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '@infra/protocol/api-keys'
import { type Call, createClient } from '@infra/protocol/client'
import { getCredits, STARTER_CREDITS } from '@infra/protocol/credits'
import { listMyJobs } from '@infra/protocol/jobs'
import { sha256Hex } from '@infra/protocol/signatures/receipts'
import { hintOf, makeApiKey } from '@infra/protocol/values/api-key'
import { signInAsNewUser } from '../../smoke-test/new-user.ts'

export interface Customer {
  key: string
  /** A key that can't order. */
  readKey: string
  /** What the account's jobs became and cost, once nothing is on hold. */
  settled: () => Promise<{ finished: number; left: number; charged: number; spent: number; held: number }>
}

/** A new user with keys. */
export async function newCustomer(prefix: string): Promise<Customer> {
  const person = await signInAsNewUser(prefix)
  const readKey = await makeKey(person, ['read'])
  // A session lasts for minutes, a client on a busy machine longer.
  const read = createClient({ prefix, headers: () => ({ authorization: `Bearer ${readKey}` }) })
  return {
    key: await makeKey(person, ['read', 'order']),
    readKey,
    settled: async () => {
      // Who hangs up has ten seconds to come again.
      for (let tries = 0; tries < 240 && (await read(getCredits)).held > 0; tries++) await sleep(250)
      // Fewer than a hundred calls fit on one page.
      const { items: jobs } = await read(listMyJobs, { query: { limit: 100 } })
      const { available, held } = await read(getCredits)
      const finished = jobs.filter(({ status }) => status === 'finished').length
      const charged = jobs.reduce((sum, job) => sum + job.charged, 0)
      return { finished, left: jobs.length - finished, charged, spent: STARTER_CREDITS - available, held }
    },
  }
}

async function makeKey(person: Call, scopes: ('read' | 'order')[]): Promise<string> {
  const key = makeApiKey()
  const hash = await sha256Hex(new TextEncoder().encode(key))
  const limits = { apps: null, networks: null, creditsTotal: null, creditsPerDay: 250, creditsPerJob: null }
  const body = {
    hash,
    hint: hintOf(key),
    name: 'An unmodified client',
    scopes,
    ...limits,
    openMax: 16,
    days: 1,
  }
  await person(createKey, { body })
  return key
}
