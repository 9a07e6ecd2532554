import { expect, test } from 'vitest'
import { type Conditions, createConditions, type Sabotage } from './conditions.ts'
import type { Report } from './report.ts'
import { framing } from './scenarios/framing.ts'
import { grantFarming } from './scenarios/grant-farming.ts'
import { newKeys } from './scenarios/new-keys.ts'
import { unreadableVotes } from './scenarios/unreadable-votes.ts'
import { simulateTrust } from './simulate-trust.ts'

const failing = ({ claims }: Report) =>
  claims.filter(({ holds }) => !holds).map(({ name, seen }) => `${name}: ${seen}`)

test('with a twentieth of the nodes of `npm run trust`, all claims hold and the same seed gives the same tables', {
  retry: 0,
}, () => {
  const report = simulateTrust(createConditions({ scale: 0.05 }))
  expect(failing(report)).toEqual([])
  expect(report.claims).toHaveLength(20)
  expect(report.tables).toHaveLength(10)
  expect(framing(createConditions({ scale: 0.05 })).tables).toEqual(
    report.tables.filter(({ title }) => title.startsWith('Framing')),
  )
})

test.for<[Sabotage, (conditions: Conditions) => Report, string]>([
  ['referee', framing, 'a ring cannot frame honest nodes'],
  ['quorum', unreadableVotes, 'strangers can end at most 1 % of jobs'],
  ['grants', grantFarming, 'of 100 starter grants at most a tenth ends as earnings of one operator'],
  [
    'pending',
    newKeys,
    'new keys: "works until known, then always cheats" brings less than half of honest work',
  ],
])('a claim fails without the protection %s', { retry: 0 }, ([sabotage, scenario, claim]) => {
  const failed = failing(scenario(createConditions({ sabotage, scale: 0.02 })))
  expect(failed.some((line) => line.startsWith(claim))).toBe(true)
  expect(failing(scenario(createConditions({ scale: 0.02 })))).toEqual([])
})
