import { randomFrom } from '@infra/inference/random'
import { claimJob } from '@infra/protocol/attempts'
import { submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { earn } from '../test/earn.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { openAppQueue } from './app-queue.ts'
import { openPayCalculator } from './pay-calculator.ts'
import { HOUR_MS, HOURS, type Week, type WeekJob } from './week.ts'

const week: Week = {
  windowMs: HOUR_MS,
  offsetsMs: Array.from({ length: HOURS }, () => 0),
  firstMinute: 0,
  jobs: [],
  nodes: [],
  share: 1,
  speed: 1,
}

test('the replay assigns jobs in the same order as the API, and pays a machine as the ledger does', async () => {
  const api = await startTestApi({ env: { QUEUE_PER_USER: '40' } })
  const random = randomFrom(5)
  const people = [await signInSomeone(api), await signInSomeone(api), await signInSomeone(api)]
  await earn(api.deps, people[0]!)
  await earn(api.deps, people[1]!, 60)
  const node = await startNode(api, { apps: [{ id: 'write', version: 1 }], slots: 1 })
  const queue = openAppQueue(() => {})
  const pay = openPayCalculator(week)
  const known = new Map<string, WeekJob>()
  let at = 0
  for (let round = 0; round < 40; round++) {
    for (let order = 0; order < Math.floor(random() * 4); order++) {
      const person = Math.floor(random() * people.length)
      const length = 50 + Math.floor(random() * 900)
      const input = { prompt: 'Hello', length, temperature: 1, seed: 1 }
      const job = await people[person]!.call(submitJob, { body: { appId: 'write', input } } as never)
      const { granted } = (await granteds(job.id))!
      at += 1_000
      known.set(job.id, { ...plain, at, person, granted, price: job.price, charge: job.price })
      queue.add(known.get(job.id)!)
    }
    const assigned = await node.call(claimJob)
    const expected = queue.find(at, () => true)
    expect(assigned?.jobId).toBe([...known].find(([, job]) => job === expected)?.[0])
    if (!assigned) continue
    queue.remove(expected!)
    await node.finish(assigned)
    expect((await granteds(assigned.jobId))!.earned).toBe(pay(expected!))
  }
  expect(known.size).toBeGreaterThan(40)

  async function granteds(id: string) {
    const { rows } = await api.deps.db.execute<{ granted: number; earned: number }>(
      sql`select granted, earned from jobs where id = ${id}`,
    )
    return rows[0]
  }
})

const plain = {
  appId: 'write',
  isPrivate: false,
  work: 1,
  waitedMs: 0,
  isUnserved: false,
  staysMs: 24 * HOUR_MS,
}
