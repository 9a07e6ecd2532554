import { expect, test } from 'vitest'
import { createLoader } from './create-loader.ts'

test('combines the ids requested during a query into the next query, each once', async () => {
  const batches: string[][] = []
  const find = createLoader(async (ids) => {
    batches.push(ids)
    return new Map(ids.filter((id) => id !== 'nobody').map((id) => [id, `${id}!`]))
  })
  const first = find('a')
  await Promise.resolve()
  const others = Promise.all([find('b'), find('c'), find('b'), find('nobody')])
  expect(await first).toBe('a!')
  expect(await others).toEqual(['b!', 'c!', 'b!', undefined])
  expect(batches).toEqual([['a'], ['b', 'c', 'nobody']])
})

test('a failed query rejects its own callers, and not those of the next', async () => {
  let times = 0
  const find = createLoader(async (ids) => {
    if (times++ === 0) throw new Error('away')
    return new Map(ids.map((id) => [id, id]))
  })
  const first = find('a')
  await Promise.resolve()
  const next = find('b')
  await expect(first).rejects.toThrow('away')
  expect(await next).toBe('b')
})
