import { expect, test } from 'vitest'
import { commitmentOf, isDrawn } from './draw-check.ts'
import { findSparedResults } from './find-spared-results.ts'

const key = Buffer.alloc(32, 3)
const commitment = commitmentOf(key)
const results = Array.from({ length: 2_000 }, (_, at) => {
  const attemptId = `attempt-${at}`
  const probability = at % 2 ? 0.022 : 0.1
  return { attemptId, probability, isChecked: isDrawn(key, attemptId, probability) }
})

test('finds no spared result on an honest day', () => {
  expect(results.filter(({ isChecked }) => isChecked).length).toBeGreaterThan(50)
  expect(findSparedResults(key, commitment, results)).toEqual([])
})

test('finds a check that was left out, and allows an additional one', () => {
  const checked = results.findIndex(({ isChecked }) => isChecked)
  const unchecked = results.findIndex(({ isChecked }) => !isChecked)
  const changed = results.map((result, at) =>
    at === checked || at === unchecked ? { ...result, isChecked: !result.isChecked } : result,
  )
  expect(findSparedResults(key, commitment, changed)).toEqual([results[checked]!.attemptId])
})

test('returns null for a key other than the committed one', () => {
  expect(findSparedResults(Buffer.alloc(32, 4), commitment, results)).toBeNull()
})
