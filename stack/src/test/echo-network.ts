import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, createClient } from '@infra/protocol/client'
import { submitJob } from '@infra/protocol/jobs'
import { createLinkToken, listNodes } from '@infra/protocol/nodes'
import type pg from 'pg'
import { expect } from 'vitest'
import { type KillableProgram, startKillable } from './killable-program.ts'
import { untilAnswered } from './retrying-users.ts'

/** A node with a key of its own that serves `echo`, for this operator. */
export async function startEchoNode(
  operator: Call,
  node: { name: string; apiUrl: string; folder: string; env?: NodeJS.ProcessEnv; within?: string[] },
): Promise<KillableProgram> {
  const { token } = await untilAnswered(() => operator(createLinkToken))
  const env = {
    API_URL: node.apiUrl,
    NODE_DATA_DIR: join(node.folder, node.name.replace(' ', '-')),
    NODE_NAME: node.name,
    NODE_APPS: 'echo',
    NODE_SLOTS: '4',
    LINK_TOKEN: token,
    LOG_LEVEL: 'warn',
    ...node.env,
  }
  return startKillable('apps/node/src/main.ts', env, node.within)
}

export async function untilOnline(prefix: string, count: number): Promise<void> {
  const visitor = createClient({ prefix })
  for (let online = 0; online < count; await sleep(100)) {
    const { items } = await untilAnswered(() => visitor(listNodes))
    online = items.filter(({ state }) => state === 'online').length
  }
}

/** Orders until there's a response; always the same job, by its key. */
export async function orderEcho(
  person: Call,
  key: string,
  input: { text: string; seconds: number },
  signal?: () => AbortSignal,
): Promise<string> {
  const wanted = { headers: { 'idempotency-key': key }, body: { appId: 'echo', input } }
  const { id } = await untilAnswered(() => person(submitJob, wanted, { signal: signal?.() }))
  return id
}

/** Waits until every job has ended; returns how many haven't when the time is up. */
export async function untilAllEnded(database: pg.Client, patienceMs: number): Promise<{ open: number }[]> {
  const until = Date.now() + patienceMs
  for (;;) {
    const { rows } = await database.query<{ open: number }>(
      `select count(*)::int as open from jobs where status in ('queued', 'running')`,
    )
    if (rows[0]!.open === 0 || Date.now() > until) return rows
    await sleep(250)
  }
}

/** Queries the database itself and not the program under test. */
export async function expectWhole(database: pg.Client, ordered: number): Promise<void> {
  const { rows } = await database.query(`select
    (select count(*)::int from jobs) as jobs,
    (select count(*)::int from jobs where status <> 'finished') as lost,
    (select count(*)::int from (select from attempts where state = 'finished' group by job_id having count(*) > 1) d) as doubled,
    (select count(*)::int from (select from ledger_entries where kind = 'earning' group by job_id having count(*) > 1) d) as "paidTwice",
    (select count(*)::int from jobs j where not exists (select from ledger_entries e where e.event = 'settle:' || j.id)) as unpaid,
    (select count(*)::int from (select from ledger_entries group by event having sum(amount) <> 0) d) as unbalanced,
    (select count(*)::int from ledger_accounts a cross join lateral (
      select coalesce(sum(amount) filter (where bucket = 'available'), 0) as available,
        coalesce(sum(amount) filter (where bucket = 'granted'), 0) as granted,
        coalesce(sum(amount) filter (where bucket = 'held'), 0) as held
      from ledger_entries e where e.account = a.id
    ) e where (a.available, a.granted, a.held) is distinct from (e.available, e.granted, e.held)) as drift`)
  expect(rows).toEqual([
    { jobs: ordered, lost: 0, doubled: 0, paidTwice: 0, unpaid: 0, unbalanced: 0, drift: 0 },
  ])
}
