import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { makeTestKey } from '../test/api-key.ts'
import { fund } from '../test/earn.ts'
import { rowOf } from '../test/echo.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { signInSomeone } from '../test/person.ts'
import { acceptedPrice, postMcpWithRetries } from '../test/programs/post-mcp.ts'
import { startProgram } from '../test/programs/start-program.ts'
import { startTestApi } from '../test/start-test-api.ts'

/** `npm run proof` asks for more. */
const CONFIRMATIONS = Number(process.env.PROOF_CONFIRMATIONS ?? 50)
const SIDE_BY_SIDE = 8

const { api, alice, key, finishDuring } = await startProgram()
const { deps } = api
const other = await startTestApi({ env: { DATABASE_URL: deps.config.databaseUrl } })
other.clock.now = api.clock.now
await liftRateLimits(deps)
await fund(deps, alice, 100_000)
const stranger = await signInSomeone(api)
await fund(deps, stranger, 100_000)
const strangersKey = await makeTestKey(api, stranger)
await deps.db.execute(sql`update api_keys set cap_day = 1000000`)

/** `PROOF_SABOTAGE` removes one protection; the test must then fail. */
const sabotages: Record<string, () => unknown> = {
  // Every state passes as authentic.
  price_state: () => {
    crypto.timingSafeEqual = () => true
    syncBuiltinESMExports()
  },
  // Earlier confirmations are forgotten.
  price_once: () =>
    deps.db.execute(sql`create function sabotage() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger sabotage before insert on idempotency_keys for each row execute function sabotage()`),
}
await sabotages[process.env.PROOF_SABOTAGE ?? '']?.()

/** Costs 22 credits, so it must be confirmed. */
const PRICE = 22
const argumentsOf = (confirmation: number, length = 2_048) => ({ prompt: `Text ${confirmation}`, length })

interface Change {
  requestState?: string
  arguments?: object
  secret?: string
  origin?: string
}

const call = (confirmation: number, { secret = key.secret, origin = api.origin, ...change }: Change = {}) =>
  postMcpWithRetries({
    method: 'tools/call',
    params: {
      name: 'write',
      arguments: argumentsOf(confirmation),
      ...(change.requestState !== undefined && { inputResponses: acceptedPrice }),
      ...change,
    },
    secret,
    origin,
  })

async function askFor(confirmation: number): Promise<string> {
  const { result } = await call(confirmation)
  expect(result).toMatchObject({ resultType: 'input_required' })
  return result!.requestState!
}

/** The state with one character changed or removed. */
function altered(state: string, confirmation: number): string {
  const place = (confirmation * 7_919) % state.length
  const [was, becomes] = [state[place]!, state[place] === 'A' ? 'B' : 'A']
  return was === '.' ? state.replace('.', '') : state.slice(0, place) + becomes + state.slice(place + 1)
}

/** Changes for which the price must be confirmed again, because this call was never confirmed. */
const refused: Record<string, (confirmation: number, requestState: string) => Change> = {
  'an altered state': (confirmation, state) => ({ requestState: altered(state, confirmation) }),
  'altered arguments': (confirmation, requestState) => ({
    requestState,
    arguments: argumentsOf(confirmation, 2_047),
  }),
  'another key': (_confirmation, requestState) => ({ requestState, secret: strangersKey.secret }),
}
const kinds = ['replayed', ...Object.keys(refused), 'late']
const kindOf = (confirmation: number) => kinds[confirmation % kinds.length]!

async function replay(confirmation: number, requestState: string): Promise<void> {
  const both = [api, other].map(({ origin }) => call(confirmation, { requestState, origin }))
  const answers = [...(await Promise.all(both)), await call(confirmation, { requestState })]
  const jobs = answers.map(({ result }) => (result!.structuredContent as { job: string }).job)
  expect(new Set(jobs).size).toBe(1)
}

const ordered = (who: { address: string }) =>
  rowOf(
    deps,
    sql`select count(*)::int as jobs, coalesce(sum(charged), 0)::int as charged
      from jobs where user_address = ${who.address.toLowerCase()}`,
  )

test(`${CONFIRMATIONS} confirmed prices that are replayed, altered, late or of another key create no second job`, {
  timeout: 60_000 + CONFIRMATIONS * 1_000,
  retry: 0,
}, async () => {
  const late: [number, string][] = []
  const confirmations = Array(CONFIRMATIONS).keys()
  const confirmAll = async () => {
    for (const confirmation of confirmations) {
      const kind = kindOf(confirmation)
      const state = await askFor(confirmation)
      if (kind === 'replayed') await replay(confirmation, state)
      else if (kind === 'late') late.push([confirmation, state])
      else {
        const { result } = await call(confirmation, refused[kind]!(confirmation, state))
        expect({ kind, ...result }).toMatchObject({ kind, resultType: 'input_required' })
      }
    }
  }
  await finishDuring(() => Promise.all(Array.from({ length: SIDE_BY_SIDE }, confirmAll)))
  api.clock.now = new Date(api.clock.now.getTime() + 5 * 60_000 + 1)
  for (const [confirmation, requestState] of late) {
    const { result } = await call(confirmation, { requestState })
    expect(result).toMatchObject({ resultType: 'input_required' })
  }
  const jobs = Math.ceil(CONFIRMATIONS / kinds.length)
  expect(await ordered(alice)).toEqual({ jobs, charged: jobs * PRICE })
  expect(await ordered(stranger)).toEqual({ jobs: 0, charged: 0 })
  expect(await reconcile(deps.db)).toEqual([])
})
