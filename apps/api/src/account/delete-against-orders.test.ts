import { favoriteJob, submitJob } from '@infra/protocol/jobs'
import { deleteMe } from '@infra/protocol/my-data'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { rollUp } from '../jobs/roll-up.ts'
import { reconcile } from '../ledger/reconcile.ts'
import { findViolations } from '../model/invariants.ts'
import { runEcho } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { startNode } from '../test/node.ts'
import { callWith, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const one = await startTestApi()
const other = await startTestApi({ env: { DATABASE_URL: one.deps.config.databaseUrl } })
const node = await startNode(one)

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: one.deps.config.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const countWaiting = async (client: pg.Client) => {
  const { rows } = await client.query(
    `select count(distinct pid)::int as waiting from pg_locks where not granted and pid <> pg_backend_pid()`,
  )
  return rows[0].waiting as number
}

test('[finding B1] refuses or ends an order placed while its account is being deleted, and no credits stay held', async () => {
  const [alice, bob] = [await signInSomeone(one), await signInSomeone(one)]
  const liked = await runEcho(one.deps, { person: bob, node, inFeed: true })
  await alice.call(favoriteJob, { params: { id: liked } })

  // The deletion has ended the open jobs, and waits for a job that another transaction has locked.
  const [holder, watcher] = [await connected(), await connected()]
  await holder.query('begin')
  await holder.query('select from jobs where id = $1 for update', [liked])
  const deleting = alice.call(deleteMe)
  await eventually(async () => expect(await countWaiting(watcher)).toBe(1))

  let isAnswered = false
  const body = { appId: 'echo', input: { text: 'late' } }
  const ordering = callWith(other, alice.tokens)(submitJob, { headers: { 'idempotency-key': 'late' }, body })
    .then(() => 'accepted')
    .catch(({ code }) => code as string)
    .finally(() => {
      isAnswered = true
    })
  await eventually(async () => expect(isAnswered || (await countWaiting(watcher)) > 1).toBe(true))
  await holder.query('rollback')
  await deleting

  expect(['invalid_token', 'session_expired', 'conflict']).toContain(await ordering)
  expect(await reconcile(one.deps.db)).toEqual([])
  await rollUp(one.deps.db)
  expect(await findViolations(watcher)).toEqual([])
})
