import { claimJob } from '@infra/protocol/attempts'
import { getJob, listFinishedJobs, submitJob } from '@infra/protocol/jobs'
import { removeNode } from '@infra/protocol/nodes'
import { decideSanction, listMySanctions } from '@infra/protocol/sanctions'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import {
  type CheckedNetwork,
  levelOf,
  STORY,
  type StoryNode,
  startCheckedNetwork,
} from '../test/checked-network.ts'
import { earn } from '../test/earn.ts'
import { rowOf } from '../test/echo.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { bookStrikes } from './book-strikes.ts'
import { giveCanaries } from './give-canaries.ts'

/** The next result of every node is checked. */
async function checkNext({ api }: CheckedNetwork): Promise<void> {
  await api.deps.db.execute(
    sql`update trust_records set record = record || '{"lastCheckAt": 0, "levelSince": 0}'`,
  )
}

async function richPerson({ api }: CheckedNetwork): Promise<Person> {
  const person = await signInSomeone(api)
  await earn(api.deps, person)
  return person
}

const listChecks = async ({ api }: CheckedNetwork) =>
  (await api.deps.db.execute(sql`select kind, state, outcome from checks order by id`)).rows

const availableOf = async ({ api }: CheckedNetwork, { address }: Person) =>
  Number(
    (
      await rowOf(
        api.deps,
        sql`select available from ledger_accounts where address = ${address.toLowerCase()}`,
      )
    ).available,
  )

const booksOf = async ({ api }: CheckedNetwork) => {
  await api.deps.db.execute(sql`update ledger_state set checked_at = null`)
  return reconcile(api.deps.db)
}

test('a result under check is its owner’s alone until a second machine agrees', async () => {
  const network = await startCheckedNetwork()
  const { api } = network
  await network.startStoryNode('trusted')
  const person = await richPerson(network)
  await checkNext(network)
  const { id } = await network.tell(person)
  const job = await person.call(getJob, { params: { id } })
  expect(job).toMatchObject({
    status: 'finished',
    hidden: { why: expect.stringContaining('second machine') },
  })
  await expect(api.call(getJob, { params: { id } })).rejects.toMatchObject({ code: 'not_found' })

  const second = await network.startReference()
  await network.settle()
  expect(await listChecks(network)).toEqual([{ kind: 'drawn', state: 'decided', outcome: 'agreed' }])
  const shown = await api.call(getJob, { params: { id } })
  expect(shown).toMatchObject({ hidden: null, charged: job.price, check: { state: 'agreed', rightJobId: null } })
  expect(shown.check!.node!.id).toBe(second.account.address)
  expect(shown.check!.statement!.check).toMatchObject({ outcome: 'agreed', distance: 0, ratePpm: 1_000_000 })
  expect((await api.call(listFinishedJobs, { query: {} })).items.map((shown) => shown.id)).toEqual([id])
  expect(await booksOf(network)).toEqual([])
})

test('[finding S3] a result that two others contradict is paid back, and its owner gets the right one', async () => {
  const network = await startCheckedNetwork()
  const { api } = network
  const cheat = await network.startStoryNode('trusted')
  const person = await richPerson(network)
  const before = await availableOf(network, person)
  cheat.isLying = true
  await checkNext(network)
  const { id } = await network.tell(person)
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

const pendingOf = async ({ api }: CheckedNetwork, { operator }: StoryNode) =>
  Number(
    (
      await rowOf(
        api.deps,
        sql`select pending from ledger_accounts where address = ${operator.address.toLowerCase()}`,
      )
    ).pending,
  )

test('a second strike while watched suspends the node, and its earlier results are run again and put right', async () => {
  const network = await startCheckedNetwork()
  const cheat = await network.startStoryNode('trusted')
  const other = await network.startStoryNode('trusted', cheat.operator)
  const person = await richPerson(network)
  other.isAway = true
  cheat.isLying = true
  const unnoticed = await network.tellUnchecked(person)
  cheat.isLying = false
  await network.tellUnchecked(person)
  cheat.isLying = true
  await checkNext(network)
  await network.tell(person)
  await network.startReference()
  await network.startReference()
  await network.settle()
  expect(await levelOf(network, cheat)).toMatchObject({ strikes: 1, suspended: null })

  await checkNext(network)
  await network.tellBy(person, cheat)
  await network.settle()
  expect(await levelOf(network, cheat)).toMatchObject({ suspended: { reason: 'strike_while_watched' } })
  expect(await levelOf(network, other)).toMatchObject({ watchLeft: 20 })
  const { items } = await cheat.operator.call(listMySanctions)
  expect(items).toMatchObject([{ kind: 'suspended', why: expect.stringContaining('second time') }])
  expect(await cheat.call(claimJob)).toBeNull()
  // All four results were compared; the wrong one that nobody had looked at is paid back too.
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

test('a strike is fined after 72 hours, and a moderator who lifts the suspension gives the fine back', async () => {
  const network = await startCheckedNetwork()
  const { api } = network
  const cheat = await network.startStoryNode('trusted')
  const person = await richPerson(network)
  for (let job = 0; job < 3; job++) await network.tellUnchecked(person)
  const earned = await pendingOf(network, cheat)
  cheat.isLying = true
  await checkNext(network)
  await network.tell(person)
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
  await network.tellBy(person, cheat)
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

test('a private result is run again by reference nodes alone', async () => {
  const network = await startCheckedNetwork()
  await network.startStoryNode('trusted')
  const stranger = await network.startStoryNode('trusted')
  stranger.isAway = true
  const person = await richPerson(network)
  await checkNext(network)
  await network.tell(person, 'private')
  stranger.isAway = false
  await network.settle()
  expect(await listChecks(network)).toEqual([{ kind: 'drawn', state: 'open', outcome: null }])
  await network.startReference()
  await network.settle()
  expect(await listChecks(network)).toEqual([{ kind: 'drawn', state: 'decided', outcome: 'agreed' }])
})

test('the run of a check is for one machine, and goes to another where that one does not begin', async () => {
  const network = await startCheckedNetwork()
  const { deps } = network.api
  await network.startStoryNode('trusted')
  const person = await richPerson(network)
  await checkNext(network)
  await network.tell(person)
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

test('a node cannot tell the run of a check from a job', async () => {
  const network = await startCheckedNetwork()
  await network.startStoryNode('trusted')
  const person = await richPerson(network)
  await checkNext(network)
  const ordered = await network.tell(person)
  const reference = await network.startReference()
  reference.isAway = true
  await network.settle()
  const run = (await reference.call(claimJob))!
  await network.tellBy(person, reference, { keep: true })
  const job = network.kept!
  const shape = (given: object) =>
    JSON.stringify(given, (_, value) => (typeof value === 'object' ? value : typeof value))
  expect(shape({ ...run, input: {} })).toBe(shape({ ...job, input: {} }))
  expect(Object.keys(run)).toEqual(Object.keys(job))
  expect(run.jobId).not.toBe(ordered.id)
  expect({ ...run.input, prompt: '' }).toEqual({ ...job.input, prompt: '' })
})

test('a new node gets canaries alone, and people’s jobs never', async () => {
  const network = await startCheckedNetwork()
  const { api } = network
  const node = await network.startStoryNode('new')
  const reference = await network.startReference()
  const person = await richPerson(network)
  reference.isAway = true
  await person.call(submitJob, { body: { appId: STORY.id, input: { prompt: 'Once' } } })
  expect(await node.call(claimJob)).toBeNull()
  reference.isAway = false
  await network.tell(person)

  const pass = async () => {
    await giveCanaries(api.deps)
    await network.settle()
  }
  for (let canary = 0; canary < 8; canary++) await pass()
  expect(await levelOf(network, node)).toMatchObject({ level: 'probation' })
  // On probation it rises by ten canaries a day at most.
  for (let canary = 0; canary < 12; canary++) await pass()
  expect(await levelOf(network, node)).toMatchObject({ level: 'probation', passed: 10 })
  expect(await pendingOf(network, node)).toBe(0)
  expect(await booksOf(network)).toEqual([])
})

test('[finding S3] a node that computes nothing fails its entrance three times a day, and earns nothing', async () => {
  const network = await startCheckedNetwork()
  const { api } = network
  const node = await network.startStoryNode('new')
  node.isLying = true
  await network.startReference()
  for (let canary = 0; canary < 10; canary++) {
    await giveCanaries(api.deps)
    await network.settle()
  }
  expect(await levelOf(network, node)).toMatchObject({ level: 'new', entrance: { isOpen: false } })
  // Two wrong answers end an entrance.
  expect(await listChecks(network)).toHaveLength(6)
  expect(await pendingOf(network, node)).toBe(0)
})

test('a known node gets public jobs and no private ones; on probation only small ones that waited for a minute', async () => {
  const network = await startCheckedNetwork()
  const { deps } = network.api
  const known = await network.startStoryNode('known')
  const beginner = await network.startStoryNode('probation')
  const person = await richPerson(network)
  const order = (visibility: 'public' | 'private') =>
    person.call(submitJob, { body: { appId: STORY.id, input: { prompt: visibility }, visibility } })
  await expect(order('private')).rejects.toMatchObject({
    code: 'app_unavailable',
    message: expect.stringContaining('trusted'),
  })
  await order('public')
  expect(await beginner.call(claimJob)).toBeNull()
  expect((await known.call(claimJob))?.input.prompt).toBe('public')
  await order('public')
  expect(await beginner.call(claimJob)).toBeNull()
  await deps.db.execute(
    sql`update jobs set created_at = now() - interval '61 seconds' where status = 'queued'`,
  )
  expect((await beginner.call(claimJob))?.input.prompt).toBe('public')
})

test('removing a node and linking it again begins nothing anew', async () => {
  const network = await startCheckedNetwork()
  const node = await network.startStoryNode('probation')
  const before = await levelOf(network, node)
  await node.operator.call(removeNode, { params: { id: node.account.address } })
  await network.linkAgain(node)
  expect(await levelOf(network, node)).toEqual(before)
})
