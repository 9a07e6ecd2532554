import { DAY_MS, MINUTE_MS } from '@infra/trust/trust-rules'
import { sql } from 'drizzle-orm'
import { bookStrikes } from '../checks/book-strikes.ts'
import { giveCanaries } from '../checks/give-canaries.ts'
import { suspendFalseFinals } from '../checks/suspend-false-finals.ts'
import { matureEarnings } from '../ledger/mature-earnings.ts'
import { type CheckedNetwork, levelOf, type StoryNode } from '../test/checked/checked-network.ts'
import { availableOf, pendingOf, richPerson } from '../test/checked/checked-network-facts.ts'

const CANARIES_PER_DAY = 10

/** A node that hasn't passed its entrance checks after this many runs never will. */
const NEW_RUNS_MAX = 18

const DAYS_MAX = 250

/** Few enough that one person's credits pay for them, and that a node doesn't exceed its rate limit within a minute. */
const ORDERS_PER_PERSON = 100

/** Simulates a day: canaries, people's orders, checks, fines and payouts, as the API's sweeps do them. */
export async function passDay(network: CheckedNetwork, orders: number): Promise<void> {
  const { api } = network
  const { db } = api.deps
  api.clock.now = new Date(api.clock.now.getTime() + DAY_MS)
  await network.signInAgain()
  // Timestamps that the database sets itself are moved back by a day.
  await db.execute(sql`update pending_earnings set at = at - interval '1 day'`)
  for (let canary = 0; canary < CANARIES_PER_DAY; canary++) {
    await giveCanaries(api.deps)
    if (!(await hasOpenChecks(network))) break
    await network.settle()
  }
  let person = await richPerson(network)
  for (let order = 0; order < orders; order++) {
    if (order > 0 && order % ORDERS_PER_PERSON === 0) {
      person = await richPerson(network)
      api.clock.now = new Date(api.clock.now.getTime() + MINUTE_MS)
    }
    await network.makeStory(person)
  }
  await network.settle()
  await suspendFalseFinals(api.deps)
  await bookStrikes(api.deps)
  await matureEarnings(db)
}

async function hasOpenChecks({ api }: CheckedNetwork): Promise<boolean> {
  const { rows } = await api.deps.db.execute(sql`select from checks where state = 'open' limit 1`)
  return rows.length > 0
}

/** Simulates days until the node is suspended or has submitted this many results for people. */
export async function passDaysUntil(
  network: CheckedNetwork,
  node: StoryNode,
  { results, ordersPerDay }: { results: number; ordersPerDay: number },
): Promise<Balance> {
  for (let day = 0; ; day++) {
    await passDay(network, ordersPerDay)
    const balance = await balanceOf(network, node)
    const { level } = await levelOf(network, node)
    const isOut = level === 'new' && balance.runs >= NEW_RUNS_MAX
    if (balance.isSuspended || isOut || balance.results >= results || day === DAYS_MAX) return balance
  }
}

/** What a node did, and what it earned or lost by it. */
export interface Balance {
  isSuspended: boolean
  strikes: number
  /** Results for people, and how many of those were lies. */
  results: number
  wrong: number
  /** Wrong results that were paid for and never corrected. */
  standing: number
  /** Runs of checks and canaries. */
  runs: number
  /** What its operator can spend. */
  paid: number
  pending: number
}

export async function balanceOf(network: CheckedNetwork, node: StoryNode): Promise<Balance> {
  const { db } = network.api.deps
  const { rows } = await db.execute(sql`
    select count(*) filter (where ordered)::int as results, count(*) filter (where not ordered)::int as runs,
      count(*) filter (where ordered and lie)::int as wrong, count(*) filter (where ordered and lie and charged > 0)::int as standing
    from (
      select j.user_address is not null and j.check_id is null and j.for_node_id is null as ordered, coalesce(j.charged, 0) as charged,
        j.outputs -> 0 ->> 'text' ~ ${LIE} as lie
      from attempts a join jobs j on j.id = a.job_id where a.node_id = ${node.id.toLowerCase()} and a.state = 'finished'
    ) mine`)
  const { suspended, strikes } = await levelOf(network, node)
  return {
    isSuspended: suspended !== null,
    strikes,
    ...(rows[0] as Counted),
    paid: await availableOf(network, node.operator),
    pending: await pendingOf(network, node),
  }
}

type Counted = Pick<Balance, 'results' | 'runs' | 'wrong' | 'standing'>

/** How false results of the test network end. */
const LIE = '[.] [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** How often the rules struck or suspended nodes, counted over the whole network. */
export async function countStruck({ api }: CheckedNetwork, except: StoryNode[]): Promise<number> {
  const cheats = except.map(({ id }) => id.toLowerCase())
  const { rows } = await api.deps.db.execute(
    sql`select count(*)::int as struck from trust_records
    where not node_id = any(${sql.param(cheats)}) and ((record ->> 'strikes')::int > 0 or record ->> 'suspended' is not null)`,
  )
  return Number(rows[0]!.struck)
}
