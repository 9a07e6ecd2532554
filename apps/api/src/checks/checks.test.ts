import { listApps } from '@infra/protocol/apps'
import { claimJob } from '@infra/protocol/attempts'
import { deleteJob, getJob, listFinishedJobs, requestCheck } from '@infra/protocol/jobs'
import { decideSanction, listMySanctions } from '@infra/protocol/sanctions'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { levelOf, startCheckedNetwork } from '../test/checked/checked-network.ts'
import {
  availableOf,
  booksOf,
  checkNext,
  listChecks,
  pendingOf,
  richPerson,
} from '../test/checked/checked-network-facts.ts'
import { rowOf } from '../test/echo.ts'
import { bookStrikes } from './book-strikes.ts'

test('[trust: feed] shows a result under check only to its owner until a second machine agrees', async () => {
  const network = await startCheckedNetwork()
  const { api } = network
  await network.startStoryNode('trusted')
  const person = await richPerson(network)
  await checkNext(network)
  const { id } = await network.makeStory(person)
  const job = await person.call(getJob, { params: { id } })
  expect(job).toMatchObject({
    status: 'finished',
    hidden: { why: expect.stringContaining('second machine'), isByModerator: false },
  })
  await expect(api.call(getJob, { params: { id } })).rejects.toMatchObject({ code: 'not_found' })

  const second = await network.startReference()
  await network.settle()
  expect(await listChecks(network)).toEqual([{ kind: 'drawn', state: 'decided', outcome: 'agreed' }])
  const shown = await api.call(getJob, { params: { id } })
  expect(shown).toMatchObject({
    hidden: null,
    charged: job.price,
    check: { state: 'agreed', rightJobId: null },
  })
  expect(shown.check!.node!.id).toBe(second.account.address)
  expect(shown.check!.statement!.check).toMatchObject({ outcome: 'agreed', distance: 0, ratePpm: 1_000_000 })
  expect((await api.call(listFinishedJobs, { query: {} })).items.map((shown) => shown.id)).toEqual([id])
  expect(await booksOf(network)).toEqual([])
})

test('[finding S3] refunds a result that two others contradict, and gives its owner the right one', async () => {
  const network = await startCheckedNetwork()
  const { api } = network
  const cheat = await network.startStoryNode('trusted')
  const person = await richPerson(network)
  const before = await availableOf(network, person)
  cheat.isCheating = true
  await checkNext(network)
  const { id } = await network.makeStory(person)
  expect(await availableOf(network, person)).toBeLessThan(before)

  await network.startReference()
  await network.startReference()
  await network.settle()
  expect(await listChecks(network)).toEqual([{ kind: 'drawn', state: 'decided', outcome: 'contradicted' }])
  const job = await person.call(getJob, { params: { id } })
  expect(job).toMatchObject({ charged: 0, hidden: { why: expect.stringContaining('Other machines') } })
  expect(await availableOf(network, person)).toBe(before)
  await expect(api.call(getJob, { params: { id } })).rejects.toMatchObject({ code: 'not_found' })

  const { rows } = await api.deps.db.execute(sql`select id from jobs where parent_id = ${id}`)
  const right = await person.call(getJob, { params: { id: String(rows[0]!.id) } })
  expect(right).toMatchObject({ status: 'finished', charged: 0, visibility: 'private' })
  expect(job.check).toMatchObject({ state: 'contradicted', rightJobId: right.id })
  expect(right.outputs[0]!.text).toContain('until the end')
  expect(await levelOf(network, cheat)).toMatchObject({ strikes: 1, watchLeft: 20 })
  expect(await pendingOf(network, cheat)).toBe(0)
  expect(await booksOf(network)).toEqual([])
})

test('[trust: rerun] a second strike while watched suspends the node, and its earlier results are rerun and refunded', async () => {
  const network = await startCheckedNetwork()
  const cheat = await network.startStoryNode('trusted')
  const other = await network.startStoryNode('trusted', cheat.operator)
  const person = await richPerson(network)
  other.isAway = true
  cheat.isCheating = true
  const unnoticed = await network.makeUncheckedStory(person)
  cheat.isCheating = false
  await network.makeUncheckedStory(person)
  cheat.isCheating = true
  await checkNext(network)
  await network.makeStory(person)
  await network.startReference()
  await network.startReference()
  await network.settle()
  expect(await levelOf(network, cheat)).toMatchObject({ strikes: 1, suspended: null })

  await checkNext(network)
  await network.makeStoryOn(person, cheat)
  await network.settle()
  expect(await levelOf(network, cheat)).toMatchObject({ suspended: { reason: 'strike_while_watched' } })
  expect(await levelOf(network, other)).toMatchObject({ watchLeft: 20 })
  const { items } = await cheat.operator.call(listMySanctions)
  expect(items).toMatchObject([{ kind: 'suspended', why: expect.stringContaining('second time') }])
  expect(await cheat.call(claimJob)).toBeNull()
  // All four results were compared; the wrong one that nobody had looked at is refunded too.
  expect((await listChecks(network)).map(({ outcome }) => outcome).toSorted()).toEqual([
    'agreed',
    'contradicted',
    'contradicted',
    'contradicted',
  ])
  expect(await person.call(getJob, { params: { id: unnoticed.id } })).toMatchObject({ charged: 0 })
  expect(await pendingOf(network, cheat)).toBeGreaterThanOrEqual(0)
  expect(await booksOf(network)).toEqual([])
})

test('[trust: fine] fines a strike after 72 hours, and returns the fine when a moderator lifts the suspension', async () => {
  const network = await startCheckedNetwork()
  const { api } = network
  const cheat = await network.startStoryNode('trusted')
  const person = await richPerson(network)
  for (let job = 0; job < 3; job++) await network.makeUncheckedStory(person)
  const earned = await pendingOf(network, cheat)
  cheat.isCheating = true
  await checkNext(network)
  await network.makeStory(person)
  await network.startReference()
  await network.startReference()
  await network.settle()
  expect(await pendingOf(network, cheat)).toBe(earned)
  await bookStrikes(api.deps)
  expect(await pendingOf(network, cheat)).toBe(earned)
  await api.deps.db.execute(sql`update strikes set book_at = book_at - interval '72 hours'`)
  await bookStrikes(api.deps)
  await bookStrikes(api.deps)
  expect(await pendingOf(network, cheat)).toBe(0)
  expect(await booksOf(network)).toEqual([])

  await checkNext(network)
  await network.makeStoryOn(person, cheat)
  await network.settle()
  const { items } = await cheat.operator.call(listMySanctions)
  const before = await availableOf(network, cheat.operator)
  const lifting = {
    params: { id: items[0]!.id },
    body: { act: 'lift', why: 'The others were wrong.' },
  } as const
  await network.moderator.call(decideSanction, lifting)
  expect(await availableOf(network, cheat.operator)).toBe(before + earned)
  expect(await levelOf(network, cheat)).toMatchObject({ suspended: null, watchLeft: 0, strikesAt: [] })
  expect(await booksOf(network)).toEqual([])
})

test('[trust: house] only reference nodes rerun a private result', async () => {
  const network = await startCheckedNetwork()
  await network.startStoryNode('trusted')
  const stranger = await network.startStoryNode('trusted')
  stranger.isAway = true
  const person = await richPerson(network)
  await checkNext(network)
  await network.makeStory(person, 'private')
  stranger.isAway = false
  await network.settle()
  expect(await listChecks(network)).toEqual([{ kind: 'drawn', state: 'open', outcome: null }])
  await network.startReference()
  await network.settle()
  expect(await listChecks(network)).toEqual([{ kind: 'drawn', state: 'decided', outcome: 'agreed' }])
})

test('shows a result that no other machine can rerun, without mentioning a check', async () => {
  const network = await startCheckedNetwork()
  await network.startStoryNode('trusted')
  const person = await richPerson(network)
  await checkNext(network)
  const { id } = await network.makeStory(person)
  await network.settle()
  expect(await network.api.call(getJob, { params: { id } })).toMatchObject({ hidden: null, check: null })
  await network.api.deps.db.execute(sql`update checks set at = '2026-01-01T11:00:00Z'`)
  await network.settle()
  expect(await listChecks(network)).toEqual([{ kind: 'drawn', state: 'dropped', outcome: null }])
})

test('the run of a check is for one machine, and goes to another if that one does not start it', async () => {
  const network = await startCheckedNetwork()
  const { deps } = network.api
  await network.startStoryNode('trusted')
  const person = await richPerson(network)
  await checkNext(network)
  await network.makeStory(person)
  const absent = await network.startReference()
  absent.isAway = true
  await network.settle()
  const other = await network.startReference()
  expect(await other.call(claimJob)).toBeNull()
  await deps.db.execute(
    sql`update jobs set created_at = now() - interval '61 seconds' where for_node_id is not null and status = 'queued'`,
  )
  await deps.db.execute(sql`update nodes set last_seen_at = null where id = ${absent.id.toLowerCase()}`)
  await network.settle()
  expect(await listChecks(network)).toEqual([{ kind: 'drawn', state: 'decided', outcome: 'agreed' }])
  expect(await booksOf(network)).toEqual([])
})

test('[trust: mark] the assignment of a check looks like that of a job', async () => {
  const network = await startCheckedNetwork()
  await network.startStoryNode('trusted')
  const person = await richPerson(network)
  await checkNext(network)
  const ordered = await network.makeStory(person)
  const reference = await network.startReference()
  reference.isAway = true
  await network.settle()
  const run = (await reference.call(claimJob))!
  await network.makeStoryOn(person, reference, { keep: true })
  const job = network.kept!
  const shape = (given: object) =>
    JSON.stringify(given, (_, value) => (typeof value === 'object' ? value : typeof value))
  expect(shape({ ...run, input: {} })).toBe(shape({ ...job, input: {} }))
  expect(Object.keys(run)).toEqual(Object.keys(job))
  expect(run.jobId).not.toBe(ordered.id)
  expect({ ...run.input, prompt: '' }).toEqual({ ...job.input, prompt: '' })
})

test('an owner can have their results checked, five times per day at most', async () => {
  const network = await startCheckedNetwork()
  const cheat = await network.startStoryNode('trusted')
  const person = await richPerson(network)
  cheat.isCheating = true
  const wrong = await network.makeUncheckedStory(person)
  cheat.isCheating = false
  const right = await network.makeUncheckedStory(person)
  const others = []
  // One after the other: of two at once, one may finish after it was looked at, and be drawn.
  for (let job = 0; job < 4; job++) others.push(await network.makeUncheckedStory(person))
  const ask = ({ id }: { id: string }, who = person) => who.call(requestCheck, { params: { id } })
  await expect(ask(wrong, await richPerson(network))).rejects.toMatchObject({ code: 'not_found' })
  expect(await ask(wrong)).toMatchObject({ check: { state: 'checking' } })
  await expect(ask(wrong)).rejects.toMatchObject({ code: 'conflict' })
  await ask(right)
  // Nobody else can run it yet: the owner still sees that it's being checked, and can't ask twice.
  await network.settle()
  await expect(ask(wrong)).rejects.toMatchObject({ code: 'conflict' })
  await network.startReference()
  await network.startReference()
  await network.settle()
  const checkOf = async ({ id }: { id: string }) =>
    (await person.call(getJob, { params: { id } })).check!.state
  expect([await checkOf(wrong), await checkOf(right)]).toEqual(['contradicted', 'agreed'])
  for (const job of others.slice(0, 3)) await ask(job)
  await expect(ask(others[3]!)).rejects.toMatchObject({ code: 'rate_limited' })
})

test('a requested check that no machine took ends as unchecked, and can be requested again', async () => {
  const network = await startCheckedNetwork()
  await network.startStoryNode('trusted')
  const person = await richPerson(network)
  const { id } = await network.makeUncheckedStory(person)
  const params = { params: { id } }
  await person.call(requestCheck, params)
  await network.api.deps.db.execute(sql`update checks set at = at - interval '25 hours'`)
  await network.settle()
  expect(await person.call(getJob, params)).toMatchObject({ check: { state: 'unchecked' }, hidden: null })
  expect(await person.call(requestCheck, params)).toMatchObject({ check: { state: 'checking' } })
  await network.startReference()
  await network.settle()
  expect(await person.call(getJob, params)).toMatchObject({ check: { state: 'agreed' } })
})

test('deletes the runs of a check that agreed, and the others when the owner deletes the job', async () => {
  const network = await startCheckedNetwork()
  const { deps } = network.api
  const cheat = await network.startStoryNode('trusted')
  const person = await richPerson(network)
  const runs = async () =>
    Number((await rowOf(deps, sql`select count(*) as count from jobs where for_node_id is not null`)).count)
  cheat.isCheating = true
  await checkNext(network)
  const wrong = await network.makeStory(person)
  await network.startReference()
  await network.startReference()
  await network.settle()
  // The right result belongs to the owner now.
  expect(await runs()).toBe(2)
  await person.call(deleteJob, { params: { id: wrong.id } })
  expect(await runs()).toBe(1)
  cheat.isCheating = false
  await checkNext(network)
  await network.makeStoryOn(person, cheat)
  await network.settle()
  expect(await runs()).toBe(1)
  expect(await booksOf(network)).toEqual([])
})

test('the catalogue says which apps have their results checked', async () => {
  const { api } = await startCheckedNetwork()
  const { items } = await api.call(listApps)
  const checked = items.filter(({ isChecked }) => isChecked).map(({ id }) => id)
  expect(checked).toContain('story-teller')
  expect(checked).not.toContain('imagine')
})
