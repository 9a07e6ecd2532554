import { startTemporaryPostgres } from '@infra/postgres/start-temporary-postgres'
import { finishAttempt } from '@infra/protocol/attempts'
import { getJob, submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { echo } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { onFinished } from '../test/on-finished.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { migrate } from './migrate.ts'

test('refuses repeated requests while commits cannot reach their standby, and answers them afterwards', async () => {
  const postgres = await startTemporaryPostgres({ durable: true })
  onFinished(postgres.stop)
  await migrate(postgres.url)
  const api = await startTestApi({ env: { DATABASE_URL: postgres.url } })
  const { db } = api.deps
  const alice = await signInSomeone(api)
  const node = await startNode(api)
  const order = { headers: { 'idempotency-key': 'once' }, ...echo('a fox') }
  const { id } = await alice.call(submitJob, order)
  const job = await node.claim()
  const result = await node.result(job)
  const receipt = await node.call(finishAttempt, result)

  await db.execute(sql`alter system set synchronous_standby_names = 'lost'`)
  await db.execute(sql`select pg_reload_conf()`)
  await expect
    .poll(() => db.execute(sql`show synchronous_standby_names`))
    .toMatchObject({
      rows: [{ synchronous_standby_names: 'lost' }],
    })
  expect(await alice.call(getJob, { params: { id } })).toMatchObject({ status: 'finished' })
  const away = { code: 'dependency_unavailable' }
  await Promise.all([
    expect(alice.call(submitJob, order)).rejects.toMatchObject(away),
    expect(node.call(finishAttempt, result)).rejects.toMatchObject(away),
  ])

  await db.execute(sql`alter system reset synchronous_standby_names`)
  await db.execute(sql`select pg_reload_conf()`)
  expect(await alice.call(submitJob, order)).toMatchObject({ id })
  expect(await node.call(finishAttempt, result)).toEqual(receipt)
})
