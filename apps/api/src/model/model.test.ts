import { afterEach, expect, test } from 'vitest'
import { findViolations, type Invariant, invariants } from './invariants.ts'
import { normalize, runSequence } from './steps.ts'
import { openWorld, type World } from './world.ts'

/** `npm run model` runs 20,000; `MODEL_SEED` repeats a run as far as races allow. */
const SEQUENCES = Number(process.env.MODEL_SEQUENCES ?? 300)
const SEED = Number(process.env.MODEL_SEED ?? 1)
const SABOTAGE = process.env.MODEL_SABOTAGE as Invariant | undefined

/** How many sequences run at once. After each batch nothing is being written, and the tables are checked. */
const BATCH = 40

/** How many sequences share a database. Each database stays small, so that checking its tables is cheap. */
const PER_WORLD = 500

let world: World | undefined
afterEach(closeWorld)

interface Outcome {
  violations: string[]
  outcomes: Map<string, number>
}

async function run(seed: number, sequences: number, sabotage?: Invariant): Promise<Outcome> {
  world = await openWorld(seed, sabotage)
  const { client, outcomes } = world
  for (let done = 0; done < sequences; done += BATCH) {
    const count = Math.min(BATCH, sequences - done)
    const ends = await Promise.allSettled(Array.from({ length: count }, () => runSequence(world!)))
    const failures = ends.flatMap((end) =>
      end.status === 'rejected' ? [`failure: ${String(end.reason)} ${loggedErrors(world!)}`] : [],
    )
    await normalize(world)
    const broken = (await findViolations(client)).map(({ invariant, problem }) => `${invariant}: ${problem}`)
    const violations = [...(sabotage ? [] : failures), ...broken]
    if (violations.length > 0) return { violations, outcomes }
  }
  await closeWorld()
  return { violations: [], outcomes }
}

async function closeWorld(): Promise<void> {
  await world?.close()
  world = undefined
}

/** Internal errors of a server are only in its log. */
function loggedErrors({ servers }: World): string {
  const lines = servers.flatMap(({ logs }) => logs).map((line) => JSON.stringify(line))
  return lines.filter((line) => line.includes('"err"')).join('\n')
}

test(`[finding S4] ${SEQUENCES} random sequences on three API servers violate no invariant of ledger and state`, {
  timeout: 60_000 + SEQUENCES * 200,
  retry: 0,
}, async () => {
  const total = new Map<string, number>()
  for (let begun = 0; begun < SEQUENCES; begun += PER_WORLD) {
    const seed = SEED + begun
    const { violations, outcomes } = await run(seed, Math.min(PER_WORLD, SEQUENCES - begun), SABOTAGE)
    expect(violations, `seed ${seed}`).toEqual([])
    for (const [code, count] of outcomes) total.set(code, (total.get(code) ?? 0) + count)
    if (SEQUENCES > PER_WORLD) process.stderr.write(`${begun + PER_WORLD} ${JSON.stringify([...total])}\n`)
  }
  // A run in which nothing was accepted would prove nothing.
  expect(total.get('accepted')).toBeGreaterThan(SEQUENCES)
})

// Too long for `npm test`, which counts a skipped test as a failed one.
const sabotages = process.env.MODEL_SABOTAGES === undefined ? [] : (Object.keys(invariants) as Invariant[])
test.for(sabotages)(
  'without its protection, a violation of "%s" is found',
  {
    timeout: 120_000,
    retry: 0,
  },
  async (invariant) => {
    const { violations } = await run(SEED, PER_WORLD, invariant)
    expect(violations).toContainEqual(expect.stringMatching(new RegExp(`^${invariant}: `)))
  },
)
