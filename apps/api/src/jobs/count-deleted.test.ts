import { deleteJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { rowOf, runEcho } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { deps } = testApi
const alice = await signInSomeone(testApi)
const node = await startNode(testApi)

test('[finding B8] counts a deleted job in the statistics even if the process that was counting it is killed', async () => {
  const id = await runEcho(deps, { person: alice, node })
  const counting = new pg.Client({ connectionString: deps.config.databaseUrl })
  await counting.connect()
  await counting.query('begin')
  await counting.query('select from jobs where id = $1 for update', [id])
  const deleting = alice.call(deleteJob, { params: { id } })
  await eventually(async () => {
    const { waiting } = await rowOf(
      deps,
      sql`select exists (select from pg_locks where not granted) as waiting`,
    )
    expect(waiting).toBe(true)
  })
  // The process is killed before it has counted.
  await counting.end()
  await deleting
  expect(await rowOf(deps, sql`select coalesce(sum(finished), 0)::int as finished from stats_hours`)).toEqual(
    { finished: 1 },
  )
})
