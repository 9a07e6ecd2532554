import { createWebhook } from '@infra/protocol/programs/webhooks'
import { Refusal } from '@infra/protocol/refusal'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { rowOf } from '../test/echo.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { startApiProcess } from '../test/programs/start-api-process.ts'
import { type ReceivedWebhook, startWebhookReceiver } from '../test/servers/webhook-receiver.ts'
import { startTestApi } from '../test/start-test-api.ts'

/** `npm run proof -- alert` sets 1,000 flaps of 40 nodes. Each needs at least three: two send four messages even without a memory. */
const FLAPS = Number(process.env.PROOF_FLAPS ?? 6)
const NODES = Number(process.env.PROOF_FLAPPING ?? 2)
const ROUNDS = FLAPS / NODES

const OPEN = { OUTBOUND_ALLOW: '127.0.0.0/8' }
const SWEEP_SECONDS_MAX = 60

const api = await startTestApi({ env: OPEN })
const { deps } = api
api.clock.now = new Date()
await liftRateLimits(deps)

/** `PROOF_SABOTAGE=alert_memory`: an alert that just ended counts as long over, so each flap sends messages; the test must then fail. */
if (process.env.PROOF_SABOTAGE === 'alert_memory')
  await deps.db.execute(`create function sabotage() returns trigger language plpgsql as $$ begin
    new.over_at := new.over_at - interval '7 hours'; return new; end $$;
    create trigger sabotage before update of over_at on node_alerts for each row execute function sabotage()`)

test(`${FLAPS} flaps, swept by two API processes, send four messages for each of ${NODES} nodes`, {
  timeout: 180_000 + ROUNDS * 2 * SWEEP_SECONDS_MAX * 1_000,
  retry: 0,
}, async () => {
  const { received, url } = await startWebhookReceiver()
  const nodes: TestNode[] = []
  for (let place = 0; place < NODES; place++) {
    const node = await startNode(api)
    await node.operator.call(createWebhook, { body: { url, events: ['node.alert', 'node.alert_over'] } })
    nodes.push(node)
  }
  await Promise.all([
    startApiProcess(deps.config.databaseUrl, OPEN),
    startApiProcess(deps.config.databaseUrl, OPEN),
  ])
  await swept()
  // Pretend that nodes have been watched for a day.
  await deps.db.execute(sql`update alert_watch set watching_since = now() - interval '1 day'`)

  for (let round = 0; round < ROUNDS; round++) {
    await silenceAll(190)
    await swept()
    expect(await countOffline()).toBe(NODES)
    // The other processes delete challenges that have expired by their own clocks.
    api.clock.now = new Date()
    for (const node of nodes) await comeBack(node)
    await swept()
  }
  await expectMessages(received, nodes, ['node.alert', 'node.alert_over', 'node.alert'])

  await deps.db.execute(
    sql`update node_alerts set calm_since = now() - interval '6 hours' where over_at is null`,
  )
  await swept()
  await expectMessages(received, nodes, ['node.alert', 'node.alert_over', 'node.alert', 'node.alert_over'])
  process.stdout.write(`${FLAPS} flaps of ${NODES} nodes, ${received.length} messages.\n`)
})

/** Waits for the end of a sweep that began after this call. Each sweep notes its start in its own transaction. */
async function swept(): Promise<void> {
  const { now } = await rowOf(deps, sql`select now()::text as now`)
  const isDone = async () =>
    expect(await rowOf(deps, sql`select swept_at > ${now}::timestamptz as done from alert_watch`)).toEqual({
      done: true,
    })
  await vi.waitFor(isDone, { timeout: SWEEP_SECONDS_MAX * 1_000, interval: 50 })
}

/** Retries while the API is too busy, as an agent does. */
async function comeBack(node: TestNode): Promise<void> {
  for (;;) {
    try {
      return void (await node.signIn())
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'dependency_unavailable') throw error
    }
  }
}

/** Pretends that all nodes made their last call this many seconds ago. */
const silenceAll = (seconds: number) =>
  deps.db.execute(sql`update nodes set last_seen_at = now() - make_interval(secs => ${seconds})`)

async function countOffline(): Promise<number> {
  const { count } = await rowOf(
    deps,
    sql`select count(distinct node_id)::int as count from node_alerts where kind = 'offline' and over_at is null and calm_since is null`,
  )
  return count as number
}

/** Messages arrive in any order. */
async function expectMessages(
  received: ReceivedWebhook[],
  nodes: TestNode[],
  types: string[],
): Promise<void> {
  const ofNode = ({ id }: TestNode) =>
    received
      .filter(({ event }) => (event.data.node as { id: string }).id === id)
      .map(({ event }) => event.type)
      .toSorted()
  const all = () => expect(nodes.map(ofNode)).toEqual(nodes.map(() => types.toSorted()))
  await vi.waitFor(all, { timeout: 60_000, interval: 100 })
}
