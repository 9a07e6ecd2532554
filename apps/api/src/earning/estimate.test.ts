import { type EstimateQuery, getDemand, getEstimate } from '@infra/protocol/earning/estimates'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi, type TestApi } from '../test/start-test-api.ts'
import { readWeek } from './read-week.ts'
import { insertJobs, markOnline } from './simulated/insert-jobs.ts'

const machine = { cores: 5, memoryMb: 8192, apps: ['speak', 'vectorise'] } satisfies EstimateQuery
const estimateAt = ({ call }: TestApi, change: Partial<EstimateQuery> = {}) =>
  call(getEstimate, { query: { ...machine, ...change } })

async function signInPeople(api: TestApi, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let person = 0; person < count; person++) people.push(await signInSomeone(api))
  return people
}

const serving = (apps: string[]) => ({ apps: apps.map((id) => ({ id, version: 1 })), slots: 2 })

test('promises nothing on a network without orders', async () => {
  const api = await startTestApi()
  expect(await estimateAt(api)).toEqual({
    jobs: 0,
    credits: null,
    firstWeek: null,
    slots: 4,
    apps: [
      { appId: 'speak', asked: 0, done: null, credits: null, limits: [] },
      { appId: 'vectorise', asked: 0, done: null, credits: null, limits: [] },
    ],
    additions: [],
  })
  const { items } = await api.call(getDemand)
  expect(items.find(({ appId }) => appId === 'speak')).toMatchObject({
    waiting: 0,
    nodes: 0,
    jobs: 0,
    unserved: 0,
    waitP50Seconds: null,
  })
  expect(items.map(({ appId }) => appId)).not.toContain('echo')
})

test('promises nothing on the basis of too few jobs, or of jobs of too few people', async () => {
  const api = await startTestApi()
  const people = await signInPeople(api, 3)
  await insertJobs(api.deps, { appId: 'speak', count: 300, people: people.slice(0, 2) })
  const two = await estimateAt(api)
  expect(two).toMatchObject({ jobs: 300, credits: null, additions: [] })
  expect(two.apps[0]).toEqual({ appId: 'speak', asked: 300, done: null, credits: null, limits: [] })
  // Nor can they be derived from an estimate that includes another app.
  await insertJobs(api.deps, { appId: 'vectorise', count: 60, people })
  const again = await startTestApi({ env: { DATABASE_URL: api.deps.config.databaseUrl } })
  const both = await estimateAt(again)
  expect(both.credits).toEqual((await estimateAt(again, { apps: ['vectorise'] })).credits)
  expect(both.credits!.high).toBeGreaterThan(0)
  const other = await startTestApi()
  await insertJobs(other.deps, { appId: 'speak', count: 29, people: await signInPeople(other, 29) })
  expect(await estimateAt(other)).toMatchObject({ jobs: 29, credits: null })
})

test('gives the machine all unserved jobs, and says what more apps, hours or memory would bring', async () => {
  const api = await startTestApi()
  const people = await signInPeople(api, 5)
  await insertJobs(api.deps, { appId: 'speak', count: 200, people })
  await insertJobs(api.deps, { appId: 'transcribe', count: 100, people, price: 40 })
  await insertJobs(api.deps, { appId: 'imagine', count: 50, people, price: 20 })

  const all = await estimateAt(api)
  // 200 jobs at 10 credits, of which 95 % are paid.
  expect(all.credits!.low).toBeLessThan(1_900)
  expect(all.credits!.high).toBeGreaterThan(1_900)
  expect(all.apps.find(({ appId }) => appId === 'transcribe')!.limits).toEqual([
    { reason: 'not_served', jobs: expect.closeTo(100, -1.5) },
  ])
  expect(all.additions.map(({ kind, appId }) => [kind, appId])).toEqual([
    ['app', 'transcribe'],
    ['adapter', 'imagine'],
  ])
  expect(all.additions[0]!.credits).toBeGreaterThan(2_500)

  const night = await estimateAt(api, { hours: { from: 0, to: 6 } })
  const [speak] = night.apps
  expect(speak!.done! / speak!.asked).toBeGreaterThan(0.1)
  expect(speak!.done! / speak!.asked).toBeLessThan(0.4)
  expect(speak!.limits.map(({ reason }) => reason)).toContain('hours')
  expect(night.additions.map(({ kind }) => kind)).toContain('hours')

  const small = await estimateAt(api, { memoryMb: 1024 })
  expect(small.credits).toBeNull()
  expect(small.apps[0]!.limits).toEqual([{ reason: 'memory', jobs: expect.any(Number) }])
  expect(small.additions.map(({ kind, memoryMb }) => [kind, memoryMb])).toContainEqual(['memory', 2048])
  const { items } = await api.call(getDemand)
  expect(items.find(({ appId }) => appId === 'speak')).toMatchObject({ jobs: 200, unserved: 200 })
})

test('a machine shares jobs with the existing nodes, but not with itself', async () => {
  const api = await startTestApi()
  const people = await signInPeople(api, 5)
  const node = await startNode(api, serving(['speak', 'vectorise']))
  await markOnline(api.deps, node.id)
  await insertJobs(api.deps, { appId: 'speak', count: 400, people, nodeId: node.id })

  const second = await estimateAt(api)
  expect(second.apps[0]!.done! / second.apps[0]!.asked).toBeGreaterThan(0.35)
  expect(second.apps[0]!.done! / second.apps[0]!.asked).toBeLessThan(0.65)
  expect(second.apps[0]!.limits.map(({ reason }) => reason)).toContain('others')
  const itself = await estimateAt(api, { node: node.id as `0x${string}` })
  expect(itself.apps[0]!.limits).toEqual([])
  expect(itself.credits!.low).toBeGreaterThan(second.credits!.low * 1.5)
  const { items } = await api.call(getDemand)
  expect(items.find(({ appId }) => appId === 'speak')).toMatchObject({ jobs: 400, unserved: 0, nodes: 1 })
})

test('where nodes are checked, a new node earns less in its first week', async () => {
  const api = await startTestApi({ env: { REFERENCE_OPERATORS: `0x${'1'.repeat(40)}` } })
  const people = await signInPeople(api, 5)
  await insertJobs(api.deps, { appId: 'vectorise', count: 300, people })
  const { credits, firstWeek } = await estimateAt(api)
  expect(firstWeek!.high).toBeLessThanOrEqual(credits!.high)
  await api.deps.db.execute(sql`update jobs set visibility = 'private'`)
  const after = await startTestApi({
    env: { REFERENCE_OPERATORS: `0x${'1'.repeat(40)}`, DATABASE_URL: api.deps.config.databaseUrl },
  })
  const closed = await estimateAt(after)
  expect(closed.firstWeek).toEqual({ low: 0, high: 0 })
})

test('reads only a sample of each hour of a busy network, and scales it up', async () => {
  const api = await startTestApi()
  const people = await signInPeople(api, 8)
  const node = await startNode(api, serving(['speak']))
  await markOnline(api.deps, node.id)
  await insertJobs(api.deps, { appId: 'speak', count: 9_000, people, nodeId: node.id, seconds: 5, price: 1 })
  const week = await readWeek(api.deps.db)
  expect(week.jobs.length).toBeLessThan(3_500)
  const { jobs, credits } = await estimateAt(api)
  expect(jobs / 9_000).toBeGreaterThan(0.95)
  expect(jobs / 9_000).toBeLessThan(1.05)
  expect(credits!.low).toBeGreaterThan(3_000)
  expect(credits!.high).toBeLessThan(5_600)
})

test('refuses an impossible machine', async () => {
  const { origin, deps } = await startTestApi()
  const at = `${origin}${deps.config.apiPrefix}/node/estimate`
  for (const query of [
    'cores=0&memoryMb=8192&apps=speak',
    'cores=4&memoryMb=8192&apps=speak&hours=24-3',
    'cores=4&memoryMb=8192&apps=<b>',
    'cores=4&memoryMb=8192',
    'cores=4&memoryMb=8192&apps=speak&slots=17',
  ]) {
    const response = await fetch(`${at}?${query}`)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      422,
      'validation_failed',
    ])
  }
})
