import { catalogue } from '@infra/protocol/apps/catalogue'
import { isComparable } from '@infra/trust/comparators/compare-results'
import { expect, test } from 'vitest'
import { engineOf } from '../../../../apps/node/src/runners/engines.ts'
import { readCalibration } from './calibration.ts'

const calibration = await readCalibration()
const compared = catalogue.filter(({ id }) => isComparable(id))

test('every app whose results are compared was calibrated with its current version and engine', () => {
  const now = compared.map(({ id, version }) => [id, { version, ...engineOf(id) }])
  // Run `npm run trust -- calibrate` after changing an app or its runner.
  expect(calibration).toMatchObject(Object.fromEntries(now))
  expect(Object.keys(calibration)).toHaveLength(compared.length)
})

test.for(compared)('$id: no honest result was judged wrong, and no lazy one the same', ({ id }) => {
  const { honest, cheats } = calibration[id]!
  expect(honest).toMatchObject({ wrong: 0 })
  expect(honest.same).toBeGreaterThan(0)
  for (const name of ['the input given back', 'a result of another input'])
    if (cheats[name]) expect(cheats[name]).toMatchObject({ same: 0 })
  expect(Object.keys(cheats)).not.toEqual([])
})
