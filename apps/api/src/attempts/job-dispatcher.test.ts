import { setTimeout as sleep } from 'node:timers/promises'
import { type Assignment, claimJob, failAttempt, leaseOf } from '@infra/protocol/attempts'
import { getJob, submitJob } from '@infra/protocol/jobs'
import { updateNode } from '@infra/protocol/nodes'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { cancelAll, echo, orderEach, rowOf } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { holdStatement } from '../test/hold-statement.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { callWith, signInSomeone } from '../test/person.ts'
import { startTestApi, type TestApi } from '../test/start-test-api.ts'
import { waitForNotifications } from '../test/wait-for-notifications.ts'

const here = await startTestApi()
/** Another API process on the same database. */
const there = await startTestApi({ env: { DATABASE_URL: here.deps.config.databaseUrl } })
await waitForNotifications(here, there)
const { deps } = here
const alice = await signInSomeone(here)
const nodes = [await startNode(here), await startNode(here), await startNode(here)] as const
const [node, second, third] = nodes

beforeEach(() => cancelAll(deps))

/** A claim that waits this long for a job. */
function poll(from: TestNode, seconds = 20, signal?: AbortSignal): Promise<Assignment | null> {
  return from.call(claimJob, { query: { wait: seconds } }, { signal })
}

/** Nodes that wait in a long poll after they found no job. */
async function startWaiting(
  nodesToWait: TestNode[],
  at: TestApi = here,
): Promise<Promise<Assignment | null>[]> {
  const before = await waitingAt(at)
  const polls: Promise<Assignment | null>[] = []
  for (const one of nodesToWait) {
    polls.push(poll(one))
    await eventually(async () => expect(await waitingAt(at)).toBe(before + polls.length))
    await sleep(20)
  }
  return polls
}

async function waitingAt({ origin }: TestApi): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^infra_nodes_waiting (\d+)/m.exec(metrics)![1])
}

test('a waiting claim gets a job as soon as it is submitted', async () => {
  const [waiting] = await startWaiting([node])
  const { id } = await alice.call(submitJob, echo('later'))
  const job = await waiting!
  expect(job?.jobId).toBe(id)
})

test('a waiting claim gets a job that is submitted to another API process', async () => {
  const [waiting] = await startWaiting([node])
  const { id } = await callWith(there, alice.tokens)(submitJob, echo('from there'))
  const job = await waiting!
  expect(job?.jobId).toBe(id)
})

test('a waiting claim returns null when its time is over', async () => {
  const started = performance.now()
  expect(await poll(node, 1)).toBeNull()
  expect(performance.now() - started).toBeGreaterThan(900)
})

test('assigns a job on insert to a node that waits at the same process, without a claim query', async () => {
  const far = await startWaiting([await startNode(there)], there)
  const near = await startWaiting([node, second])
  const [looksHere, looksThere] = [holdStatement(deps, 'claim-job'), holdStatement(there.deps, 'claim-job')]
  looksHere.release()
  looksThere.release()
  const { id, status, attempts } = await alice.call(submitJob, echo('one'))
  expect({ status, attempts }).toEqual({ status: 'running', attempts: 1 })
  expect((await near[0])?.jobId).toBe(id)
  expect(await alice.call(getJob, { params: { id } })).toMatchObject({
    status: 'running',
    node: { id: node.id },
  })
  await node.finish((await near[0])!)

  await orderEach(alice, ['two', 'three'])
  const jobs = await Promise.all([near[1], ...far])
  expect(jobs.map((job) => job?.input.text)).toEqual(['two', 'three'])
  expect(looksHere.answers()).toBe(0)
  expect(looksThere.answers()).toBe(1)
})

test('a job submitted to another process wakes only one of the waiting nodes', async () => {
  const polls = await startWaiting([node, second])
  const held = holdStatement(deps, 'claim-job')
  held.release()
  await callWith(there, alice.tokens)(submitJob, echo('one'))
  await polls[0]
  await sleep(100)
  expect(held.answers()).toBe(1)
  await orderEach(alice, ['two'])
  expect((await polls[1])?.input.text).toBe('two')
})

test('a waiting node gets an older queued job before a new one', async () => {
  const rested = await startNode(here)
  const [waiting] = await startWaiting([rested])
  // Without a notification.
  await deps.db.execute(sql`update nodes set maintenance = true where id = ${rested.id.toLowerCase()}`)
  const { id: first } = await alice.call(submitJob, echo('first'))
  await sleep(100)
  await deps.db.execute(sql`update nodes set maintenance = false where id = ${rested.id.toLowerCase()}`)
  const { id: later, status } = await alice.call(submitJob, echo('later'))
  expect(status).toBe('queued')
  expect((await waiting)?.jobId).toBe(first)
  expect((await second.claim()).jobId).toBe(later)
})

test('a node with one slot and two waiting claims gets only one of two simultaneous jobs', async () => {
  const narrow = await startNode(here, { operator: node.operator, slots: 1 })
  const polls = await startWaiting([narrow, narrow])
  const bob = await signInSomeone(here)
  await Promise.all([alice.call(submitJob, echo('a')), bob.call(submitJob, echo('b'))])
  const taken = (await Promise.race(polls))!
  await sleep(200)
  const open = await rowOf(deps, sql`select count(*)::int as running from jobs where status = 'running'`)
  expect(open).toEqual({ running: 1 })
  await narrow.finish(taken)
  deps.notifications.publish('queued', 'echo')
  const jobs = await Promise.all(polls)
  expect(jobs.map((job) => job?.input.text).toSorted()).toEqual(['a', 'b'])
})

test('a refused order leaves the waiting claim in place for the next job', async () => {
  const [waiting] = await startWaiting([node])
  const poor = await signInSomeone(here)
  await deps.db.execute(
    sql`update ledger_accounts set granted = 0 where address = ${poor.address.toLowerCase()}`,
  )
  await expect(poor.call(submitJob, echo('too dear'))).rejects.toMatchObject({ code: 'insufficient_credits' })
  const { id } = await alice.call(submitJob, echo('paid'))
  expect((await waiting)?.jobId).toBe(id)
})

test('a job that is being inserted for a node that disconnects goes to the next waiting node', async () => {
  const gone = new AbortController()
  const before = await waitingAt(here)
  const lost = poll(node, 20, gone.signal).catch(() => null)
  await eventually(async () => expect(await waitingAt(here)).toBe(before + 1))
  const [waiting] = await startWaiting([second])
  const orders = holdStatement(deps, 'submit-job')
  const ordered = alice.call(submitJob, echo('for the next'))
  await eventually(() => expect(orders.answers()).toBe(1))
  gone.abort()
  await lost
  await eventually(async () => expect(await waitingAt(here)).toBe(before + 1))
  orders.release()
  expect((await waiting)?.jobId).toBe((await ordered).id)
})

test('waiting nodes get jobs in the order in which they began to wait', async () => {
  const polls = await startWaiting([node, second, third])
  for (const waiting of polls) {
    // One at a time: of two that are woken together, the second may be faster at the database.
    const { id } = await alice.call(submitJob, echo('next'))
    expect((await waiting)?.jobId).toBe(id)
  }
})

test('a claim that begins to wait does not miss a job submitted during its first look at the queue', async () => {
  // Drops the cached state of the queue.
  deps.notifications.publish('queued', 'echo')
  const held = holdStatement(deps, 'find-queued-apps')
  const waiting = poll(node)
  await eventually(() => expect(held.answers()).toBe(1))
  const { id } = await alice.call(submitJob, echo('in between'))
  held.release()
  const job = await waiting
  expect(job?.jobId).toBe(id)
})

test('a woken claim does not miss a job submitted while it looks', async () => {
  const [waiting] = await startWaiting([node])
  const held = holdStatement(deps, 'claim-job')
  // Woken for nothing: the job was withdrawn before the node could look.
  deps.notifications.publish('queued', 'echo')
  await eventually(() => expect(held.answers()).toBe(1))
  const { id } = await alice.call(submitJob, echo('while it looked'))
  held.release()
  const job = await waiting!
  expect(job?.jobId).toBe(id)
})

test('a node that is woken for a job it may not have wakes the next one', async () => {
  await orderEach(alice, ['hard'])
  const job = await node.claim()
  const [own, others] = await startWaiting([node, second])
  await node.call(failAttempt, {
    ...leaseOf(job),
    body: { reason: 'app_failed', detail: '', final: false },
  })
  const taken = await others!
  expect(taken?.jobId).toBe(job.jobId)
  await orderEach(alice, ['easy'])
  expect((await own)?.input.text).toBe('easy')
})

test('a node put into maintenance while it waits leaves jobs to the next, and gets jobs again afterwards', async () => {
  const [resting, awake] = await startWaiting([node, second])
  const change = (maintenance: boolean) =>
    node.operator.call(updateNode, { params: { id: node.id as `0x${string}` }, body: { maintenance } })
  await change(true)
  await orderEach(alice, ['a'])
  expect((await awake)?.input.text).toBe('a')
  await change(false)
  await orderEach(alice, ['b'])
  expect((await resting)?.input.text).toBe('b')
})

test('a job that no waiting node may have makes each of them look only once', async () => {
  const polls = await startWaiting([node, second])
  await deps.db.execute(
    sql`update nodes set maintenance = true where id in (${node.id.toLowerCase()}, ${second.id.toLowerCase()})`,
  )
  const held = holdStatement(deps, 'claim-job')
  held.release()
  await orderEach(alice, ['for nobody'])
  await sleep(300)
  expect(held.answers()).toBe(2)
  await deps.db.execute(sql`update nodes set maintenance = false`)
  deps.notifications.publish('queued', 'echo')
  expect((await Promise.race(polls))?.input.text).toBe('for nobody')
  await orderEach(alice, ['and one more'])
  await Promise.all(polls)
})

test('waiting nodes look for jobs as soon as interrupted notifications are back', async () => {
  const { id } = await alice.call(submitJob, echo('unheard'))
  await second.claim()
  const [waiting] = await startWaiting([node])
  // Nobody is notified of changes that bypass the API.
  await deps.db.execute(
    sql`with ended as (delete from leases where job_id = ${id})
      update jobs set status = 'queued', attempt_id = null, node_id = null where id = ${id}`,
  )
  deps.notifications.publish('reconnected', '')
  expect((await waiting)?.jobId).toBe(id)
})

test('a node that disconnects while it waits takes no job from the next', async () => {
  const gone = new AbortController()
  const lost = poll(node, 20, gone.signal).catch(() => null)
  await sleep(100)
  const [waiting] = await startWaiting([second])
  gone.abort()
  await lost
  await sleep(50)
  const { id } = await alice.call(submitJob, echo('for the other'))
  expect((await waiting)?.jobId).toBe(id)
  expect(await rowOf(deps, sql`select attempts from jobs where id = ${id}`)).toEqual({ attempts: 1 })
})

test('requeues a job assigned to a node that disconnects meanwhile, without counting the attempt', async () => {
  const held = holdStatement(deps, 'claim-job')
  const { id } = await alice.call(submitJob, echo('never arrives'))
  const gone = new AbortController()
  const lost = poll(node, 20, gone.signal).catch(() => null)
  await eventually(() => expect(held.answers()).toBe(1))
  expect(await alice.call(getJob, { params: { id } })).toMatchObject({ status: 'running', attempts: 1 })
  gone.abort()
  await lost
  await sleep(50)
  held.release()
  await eventually(async () =>
    expect(await alice.call(getJob, { params: { id } })).toMatchObject({ status: 'queued', attempts: 0 }),
  )
  expect((await second.claim()).jobId).toBe(id)
})

test('a node that disconnects before it is identified gets no job', async () => {
  const { id } = await alice.call(submitJob, echo('too late'))
  deps.notifications.publish('node', node.id.toLowerCase())
  const identities = holdStatement(deps, 'find-node-session')
  const gone = new AbortController()
  const lost = poll(node, 20, gone.signal).catch(() => null)
  await eventually(() => expect(identities.answers()).toBe(1))
  gone.abort()
  await lost
  await sleep(50)
  identities.release()
  await sleep(200)
  expect(await alice.call(getJob, { params: { id } })).toMatchObject({ status: 'queued', attempts: 0 })
})

test('a closing server answers waiting claims with null', async () => {
  const closing = await startTestApi({ env: { DATABASE_URL: here.deps.config.databaseUrl } })
  const guest = await startNode(closing)
  const waiting = poll(guest)
  await sleep(100)
  await Promise.all([closing.server.close(), waiting])
  expect(await waiting).toBeNull()
})
