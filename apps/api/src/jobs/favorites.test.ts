import {
  deleteJob,
  FAVORITES_MAX,
  favoriteJob,
  getJob,
  listFinishedJobs,
  listMyFavorites,
  submitJob,
  unfavoriteJob,
  updateJob,
} from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { echo, rowOf, runEcho } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { expectAllRefused } from '../test/expect-all-refused.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { call, deps, origin } = testApi
const { db } = deps
const node = await startNode(testApi)
const [alice, bob] = [await signInSomeone(testApi), await signInSomeone(testApi)]
const by = (id: string) => ({ params: { id } })

async function publicJob(): Promise<string> {
  const id = await runEcho(deps, { person: alice, node, inFeed: true })
  await db.execute(sql`update jobs set app_id = 'read-text' where id = ${id}`)
  return id
}

/** The count stored in the job, and the number of rows. */
async function counts(id: string): Promise<[number, number]> {
  const { said, rows } = await rowOf(
    deps,
    sql`select j.favorites as said, (select count(*)::int from favorites where job_id = j.id) as rows from jobs j where id = ${id}`,
  )
  return [Number(said), Number(rows)]
}

const favoritesOf = async (person: Person) => (await person.call(listMyFavorites)).items.map(({ id }) => id)

test('[I-8] [R-API-4] [V01] marking a job as a favorite twice counts once per user', async () => {
  const id = await publicJob()
  expect(await bob.call(favoriteJob, by(id))).toEqual({ favorite: true, favorites: 1 })
  expect(await bob.call(favoriteJob, by(id))).toEqual({ favorite: true, favorites: 1 })
  expect(await alice.call(favoriteJob, by(id))).toEqual({ favorite: true, favorites: 2 })
  expect(await bob.call(getJob, by(id))).toMatchObject({ favorite: true, favorites: 2 })
  expect(await call(getJob, by(id))).toMatchObject({ favorite: false, favorites: 2 })
  const { items } = await bob.call(listFinishedJobs)
  expect(items.find((job) => job.id === id)).toMatchObject({ favorite: true })
  expect(await favoritesOf(bob)).toContain(id)
})

test('[R-API-4] [V02] [V19] removes a favorite; removing one that does not exist changes nothing', async () => {
  const id = await publicJob()
  await bob.call(favoriteJob, by(id))
  for (let time = 0; time < 3; time++) await bob.call(unfavoriteJob, by(id))
  await bob.call(unfavoriteJob, by(crypto.randomUUID()))
  expect(await counts(id)).toEqual([0, 0])
  expect(await favoritesOf(bob)).not.toContain(id)
})

test('[V04] refuses to mark a job as a favorite that does not exist or that the user can’t see', async () => {
  const hidden = await runEcho(deps, { person: alice, node })
  const waiting = (await alice.call(submitJob, echo('a'))).id
  for (const id of [crypto.randomUUID(), hidden, waiting, '1']) {
    await expect(bob.call(favoriteJob, by(id))).rejects.toMatchObject({ code: 'not_found' })
  }
  // Users can mark their own jobs, public or not.
  expect(await alice.call(favoriteJob, by(hidden))).toEqual({ favorite: true, favorites: 1 })
  await node.finish(await node.claim())
})

test('[V11] refuses favorites without a session', async () => {
  const id = await publicJob()
  await expectAllRefused(
    [call(favoriteJob, by(id)), call(unfavoriteJob, by(id)), call(listMyFavorites)],
    'unauthenticated',
  )
})

test('[V20] refuses a user id in the request, so that nobody can add a favorite for someone else', async () => {
  const id = await publicJob()
  const answer = await readAnswer(
    fetch(`${origin}/api/job/${id}/favorite`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${bob.tokens.accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ userId: alice.address }),
    }),
  )
  expectRefusal(answer, { status: 422, code: 'validation_failed' })
  expect(await counts(id)).toEqual([0, 0])
})

test('[V07] 100 simultaneous additions and removals all succeed and leave the right count', async () => {
  const id = await publicJob()
  const people = [alice, bob, await signInSomeone(testApi)]
  const toggles = Array.from({ length: 100 }, (_, place) =>
    people[place % 3]!.call(place % 2 ? favoriteJob : unfavoriteJob, by(id)),
  )
  await Promise.all(toggles)
  const [said, rows] = await counts(id)
  expect(said).toBe(rows)
  await Promise.all(people.map((person) => person.call(favoriteJob, by(id))))
  expect(await counts(id)).toEqual([3, 3])
  await Promise.all(people.map((person) => person.call(unfavoriteJob, by(id))))
  expect(await counts(id)).toEqual([0, 0])
})

test('[V10] a favorite disappears when its job becomes private or is deleted, and returns when the job is public again', async () => {
  const [kept, gone] = [await publicJob(), await publicJob()]
  for (const id of [kept, gone]) await bob.call(favoriteJob, by(id))
  const show = (visibility: 'public' | 'private') =>
    alice.call(updateJob, { ...by(kept), body: { visibility } })
  await show('private')
  await alice.call(deleteJob, by(gone))
  expect(await favoritesOf(bob)).not.toContain(kept)
  expect(await favoritesOf(bob)).not.toContain(gone)
  await show('public')
  expect(await favoritesOf(bob)).toContain(kept)
  const { count } = await rowOf(
    deps,
    sql`select count(*)::int as count from favorites where job_id = ${gone}`,
  )
  expect(count).toBe(0)
})

test('answers not_found when the job is deleted at the same moment', async () => {
  const id = await publicJob()
  const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>()
  const { promise: deleted, resolve: releaseDeletion } = Promise.withResolvers<void>()
  // The call finds the job, then waits for the deletion.
  const deleting = db.transaction(async (tx) => {
    await tx.execute(sql`select from jobs where id = ${id} for update`)
    hasLocked()
    await deleted
    await tx.execute(sql`delete from jobs where id = ${id}`)
  })
  await locked
  const favoriting = bob.call(favoriteJob, by(id))
  const outcome = expect(favoriting).rejects.toMatchObject({ code: 'not_found' })
  await eventually(async () => {
    const { rows } = await db.execute(
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    expect(rows).toHaveLength(1)
  })
  releaseDeletion()
  await deleting
  await outcome
})

test('[V17] paging neither repeats nor skips a favorite while others are added and removed', async () => {
  const carol = await signInSomeone(testApi)
  const ids: string[] = []
  for (let place = 0; place < 7; place++) {
    const id = await publicJob()
    ids.unshift(id)
    await carol.call(favoriteJob, by(id))
  }
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await carol.call(listMyFavorites, { query: { limit: 2, before } })
    seen.push(...page.items.map(({ id }) => id))
    before = page.next
    // The first is added again and moves to the top; the last but one is removed.
    await carol.call(unfavoriteJob, by(ids[5]!))
    await carol.call(unfavoriteJob, by(ids[0]!))
    await carol.call(favoriteJob, by(ids[0]!))
  } while (before)
  expect(seen).toEqual([0, 1, 2, 3, 4, 6].map((place) => ids[place]))
})

test('[V16] lists each user’s own favorites, the latest first', async () => {
  const carol = await signInSomeone(testApi)
  const [first, second] = [await publicJob(), await publicJob()]
  await carol.call(favoriteJob, by(second))
  await carol.call(favoriteJob, by(first))
  const { items } = await carol.call(listMyFavorites)
  expect(items.map(({ id, favorite }) => [id, favorite])).toEqual([
    [first, true],
    [second, true],
  ])
  expect(await favoritesOf(await signInSomeone(testApi))).toEqual([])
})

test('adding a favorite raises the job’s seq once', async () => {
  const id = await publicJob()
  const { seq } = await call(getJob, by(id))
  await bob.call(favoriteJob, by(id))
  await bob.call(favoriteJob, by(id))
  expect((await call(getJob, by(id))).seq).toBe(seq + 1)
})

test('[finding X12] refuses favorites beyond the maximum per user and keeps existing ones', async () => {
  const collector = await signInSomeone(testApi)
  const [first, second] = [await publicJob(), await publicJob()]
  await collector.call(favoriteJob, by(first))
  // These jobs don't exist: only the number of rows matters, and creating so many jobs would take minutes.
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`insert into favorites (id, user_address, job_id)
      select gen_random_uuid(), ${collector.address.toLowerCase()}, gen_random_uuid() from generate_series(2, ${FAVORITES_MAX}::int)`)
  })
  await expect(collector.call(favoriteJob, by(second))).rejects.toMatchObject({
    code: 'favorites_limit',
    message: expect.stringContaining('10,000'),
  })
  expect(await counts(second)).toEqual([0, 0])
  expect(await collector.call(favoriteJob, by(first))).toEqual({ favorite: true, favorites: 1 })
  await collector.call(unfavoriteJob, by(first))
  expect(await collector.call(favoriteJob, by(second))).toEqual({ favorite: true, favorites: 1 })
})
