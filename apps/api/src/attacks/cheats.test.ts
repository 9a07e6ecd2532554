import { claimRights } from '@infra/trust/levels/claim-rights'
import { TRUST_RULES } from '@infra/trust/trust-rules'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { levelOf, type StoryNode, startCheckedNetwork } from '../test/checked/checked-network.ts'
import { booksOf } from '../test/checked/checked-network-facts.ts'
import { honestNodes } from './honest-nodes.ts'
import { balanceOf, countStruck, passDay, passDaysUntil } from './pass-days.ts'
import { report } from './report.ts'

/**
 * Each row: the level at which a node begins to make up results, the share it makes up, and the results within which it must be suspended,
 * as 99 of 100 are in the tables of docs/trust.md. `npm run trust -- attack` tries more.
 */
const CHEATS = process.env.ATTACK_CHEATS ?? 'new:1:0 new:0.1:61 trusted:1:208'
const HONEST_RESULTS = Number(process.env.ATTACK_HONEST ?? 40)
const HONEST_BEFORE = Number(process.env.ATTACK_BEFORE ?? 20)
/** What people order from a cheat when the real model writes. */
const PROMPTS = 50
const ORDERS_PER_DAY = Number(process.env.ATTACK_ORDERS ?? 20)

const cheats = CHEATS.split(' ').map((cheat) => {
  const [level, rate, within] = cheat.split(':')
  return { level: level as 'new' | 'trusted', rate: Number(rate), within: Number(within) }
})

/** Fines are booked once nobody can object any more. */
const DAYS_TO_FINE = 4

/** Random numbers from 0 to below 1, the same in each run. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Makes up this share of its results from now on. */
function makeUp(node: StoryNode, rate: number): void {
  const chance = chances(Math.round(rate * 1_000) + 7)
  Object.defineProperty(node, 'isCheating', { get: () => chance() < rate })
}

test.for(cheats)(
  '[finding S3] stops a node that makes up $rate of its results once it is $level',
  {
    timeout: 120_000 + (HONEST_BEFORE + Math.max(...cheats.map(({ within }) => within))) * 3_000,
  },
  async ({ level, rate, within }) => {
    const network = await startCheckedNetwork(await honestNodes(PROMPTS))
    // It always claims first, so that it gets every job that it may have.
    const cheat = await network.startStoryNode(level)
    for (let node = 0; node < 2; node++) await network.startReference()
    for (let node = 0; node < 3; node++) await network.startStoryNode('trusted')
    if (level === 'trusted')
      await passDaysUntil(network, cheat, { results: HONEST_BEFORE, ordersPerDay: ORDERS_PER_DAY })

    makeUp(cheat, rate)
    const results = (level === 'trusted' ? HONEST_BEFORE : 0) + within
    const seen = await passDaysUntil(network, cheat, { results, ordersPerDay: ORDERS_PER_DAY })
    report(`makes up ${rate * 100} % once ${level}`, { ...seen })
    // A node that always lies doesn't even pass its entrance.
    if (level === 'new' && rate === 1)
      expect(claimRights(await levelOf(network, cheat)).publicJobs).toBe('none')
    else expect(seen.isSuspended).toBe(true)
    // Rarely made-up results aren't all found: see "never put right" in docs/trust.md.
    if (rate >= 0.1) expect(seen.standing).toBe(0)
    else expect(seen.standing).toBeLessThan(seen.wrong)
    expect(await countStruck(network, [cheat])).toBe(0)

    for (let day = 0; day < DAYS_TO_FINE; day++) await passDay(network, 0)
    const fined = await balanceOf(network, cheat)
    report('  and once it is fined', { paid: fined.paid, pending: fined.pending })
    expect(fined.paid).toBe(seen.paid)
    if (seen.pending > 0) expect(fined.pending).toBeLessThan(seen.pending)
    expect(await booksOf(network)).toEqual([])
  },
)

test('[finding S3] never strikes honest nodes, and repeats less than a tenth of their work', {
  timeout: 120_000 + HONEST_RESULTS * 1_000,
}, async () => {
  const network = await startCheckedNetwork(await honestNodes())
  for (let node = 0; node < 2; node++) await network.startReference()
  for (let node = 0; node < 3; node++) await network.startStoryNode('trusted')
  for (let done = 0; done < HONEST_RESULTS; done += ORDERS_PER_DAY) await passDay(network, ORDERS_PER_DAY)

  const { rows } = await network.api.deps.db.execute(sql`
    select count(*)::int as results, count(c.id)::int as checked, avg(a.rate_ppm)::int as rate
    from attempts a left join checks c on c.job_id = a.job_id and c.kind = 'drawn'
    where a.drawn_on is not null and a.ended_at >= (
      select max(ended_at) from (select ended_at from attempts where drawn_on is not null order by ended_at limit ${HONEST_RESULTS / 2}) half
    )`)
  const { results, checked, rate } = rows[0] as { results: number; checked: number; rate: number }
  report('honest nodes, the second half of their results', {
    results,
    checked,
    'checked with a chance of': `${rate / 10_000} % on average`,
    'and canaries': `${TRUST_RULES.canaryRate * 100} %`,
  })
  expect(results).toBeGreaterThanOrEqual(HONEST_RESULTS / 2)
  // How much is to be checked, in ppm, and how much was, which varies with chance.
  expect(rate).toBeLessThan(100_000)
  expect(checked).toBeLessThan(results / 2)
  expect(await countStruck(network, [])).toBe(0)
  expect(await booksOf(network)).toEqual([])
})
