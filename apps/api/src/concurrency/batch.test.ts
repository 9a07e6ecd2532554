import { expect, test } from 'vitest'
import { batch } from './batch.ts'

test('items that arrive during a batch go into the next one', async () => {
  const batches: number[][] = []
  const double = batch(async (items: number[]) => {
    batches.push(items)
    await new Promise((resolve) => setTimeout(resolve, 5))
    return items.map((item) => item * 2)
  })
  const first = double(1)
  await new Promise((resolve) => setTimeout(resolve, 1))
  expect(await Promise.all([first, double(2), double(3)])).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(batches).toEqual([[1], [2, 3], [4]])
})

test('an error rejects only the item that caused it', async () => {
  const batches: number[][] = []
  const inverse = batch(async (items: number[]) => {
    batches.push(items)
    if (items.includes(0)) throw new Error('nought')
    return items.map((item) => 1 / item)
  })
  const outcomes = await Promise.allSettled([inverse(1), inverse(0), inverse(2)])
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
    1,
    'failed',
    0.5,
  ])
  expect(batches).toEqual([[1, 0, 2], [1], [0], [2]])
})

test('a batch has at most 100 items', async () => {
  const sizes: number[] = []
  const same = batch(async (items: number[]) => {
    sizes.push(items.length)
    return items
  })
  const items = Array.from({ length: 250 }, (_, place) => place)
  expect(await Promise.all(items.map(same))).toEqual(items)
  expect(sizes).toEqual([100, 100, 50])
})
