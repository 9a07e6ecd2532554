import { withOrderKeys } from '@infra/hand-node/with-order-keys'
import { type Call, createClient } from '@infra/protocol/client'
import { cancelJob, submitJob } from '@infra/protocol/jobs'
import { type Person, signInPerson, startHandNode } from '../callers.ts'
import { exactCpuDuring, percentile } from '../measure.ts'
import { type OneApi, startOneApi } from '../one-api.ts'
import type { Result } from '../results.ts'
import { makeBenchKey } from './make-bench-key.ts'

/** As many as a key may have open at once by default. */
const ORDERS_PER_ROUND = 16
const ROUNDS = 150
/** Not counted: until then Node.js still compiles what it runs. */
const WARM_UP = 50
/** On a busy machine, more orders take longer than a token is valid. */
const ROUNDS_PER_TOKEN = 10

const order = { body: { appId: 'echo', input: { text: 'bench' }, visibility: 'private' as const } }

/**
 * Measures the CPU of an order by API key, with its scopes, limits and spending, against the same order by the same person's session, in
 * turn. No node claims the jobs, so only the orders are measured.
 */
export async function keys(): Promise<Result> {
  const api = await startOneApi()
  try {
    const person = await signInPerson(api)
    await startHandNode(api, person.call)
    // Orders are refused unless a node is online.
    await api.database.query(`update nodes set last_seen_at = now() + interval '1 day', slots = 0`)
    const callers = { key: await callerByKey(api, person), session: person.call }
    const costs = { key: [] as number[], session: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      if (round % ROUNDS_PER_TOKEN === 0) await person.renew()
      // As autovacuum does within a minute. Until then PostgreSQL keeps the plans it made for empty tables, and reads them whole.
      if (round === WARM_UP) await api.database.query('analyze')
      for (const name of ['key', 'session'] as const) costs[name].push(await costOfRound(api, callers[name]))
    }
    const medianOf = (all: number[]) => percentile(all.slice(WARM_UP), 0.5)
    const [byKey, bySession] = [medianOf(costs.key), medianOf(costs.session)]
    return {
      figures: [
        { what: 'an order by key', value: byKey, unit: 'ms of CPU' },
        { what: 'by session', value: bySession, unit: 'ms of CPU' },
        { what: 'key against session', value: byKey / bySession, unit: 'x', atMost: 1.05 },
      ],
    }
  } finally {
    await api.stop()
  }
}

async function callerByKey(api: OneApi, person: Person): Promise<Call> {
  const secret = await makeBenchKey(person.call, ORDERS_PER_ROUND)
  return withOrderKeys(
    createClient({ prefix: api.prefix, headers: () => ({ authorization: `Bearer ${secret}` }) }),
  )
}

/** Milliseconds for each order. They are cancelled afterwards, so that every round begins with none open. */
async function costOfRound({ pid, postmaster }: OneApi, call: Call): Promise<number> {
  const ordered: string[] = []
  const spent = await exactCpuDuring({ pid, postmaster }, async () => {
    while (ordered.length < ORDERS_PER_ROUND) ordered.push((await call(submitJob, order)).id)
  })
  for (const id of ordered) await call(cancelJob, { params: { id } })
  return spent / ORDERS_PER_ROUND
}
