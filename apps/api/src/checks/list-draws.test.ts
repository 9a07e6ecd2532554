import { getTrustFigures, listDraws } from '@infra/protocol/trust'
import { findSparedResults } from '@infra/trust/checks/find-spared-results'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type CheckedNetwork, startCheckedNetwork } from '../test/checked/checked-network.ts'
import { richPerson } from '../test/checked/checked-network-facts.ts'
import { prepareNextDay } from './sweep-checks.ts'
import { readTrustFigures } from './trust-figures.ts'

const DAY = '2026-01-02'

/** Repeats the draws as anyone can, with the hash that was published before the day. */
async function findSpared({ api }: CheckedNetwork, commitment: string): Promise<string[] | null> {
  const { keys } = await readTrustFigures(api.deps)
  const { key } = keys.find(({ day }) => day === DAY)!
  const { items } = await api.call(listDraws, { params: { day: DAY } })
  const results = items.map(({ ratePpm, ...item }) => ({ ...item, probability: ratePpm / 1_000_000 }))
  return findSparedResults(Buffer.from(key!, 'hex'), commitment, results)
}

test('[trust: spare] anyone with the hash of a day’s key can repeat its draws and find a result that was spared', async () => {
  const network = await startCheckedNetwork()
  const { api } = network
  await prepareNextDay(api.deps)
  const { keys } = await api.call(getTrustFigures)
  const { commitment } = keys.find(({ day }) => day === DAY)!

  await network.startReference()
  await network.startStoryNode('trusted')
  api.clock.now = new Date(`${DAY}T09:00:00Z`)
  await network.signInAgain()
  const person = await richPerson(network)
  for (let job = 0; job < 12; job++) await network.makeStory(person)
  await network.settle()
  await expect(api.call(listDraws, { params: { day: DAY } })).rejects.toMatchObject({ code: 'not_ready' })

  api.clock.now = new Date('2026-01-11T00:00:00Z')
  const { items, next } = await api.call(listDraws, { params: { day: DAY } })
  expect(items).toHaveLength(12)
  expect(next).toBeNull()
  expect(items.filter(({ isChecked }) => isChecked).length).toBeGreaterThan(0)
  expect(await findSpared(network, commitment)).toEqual([])

  const { rows } = await api.deps.db.execute(sql`
    with gone as (delete from checks where id = (select id from checks where kind = 'drawn' limit 1) returning job_id)
    select a.id from attempts a join gone on gone.job_id = a.job_id`)
  expect(await findSpared(network, commitment)).toEqual([rows[0]!.id])
  expect(await findSpared(network, '00'.repeat(32))).toBeNull()
})
