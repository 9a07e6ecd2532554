import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../root.ts'
import { copyCheckout } from './copy-checkout.ts'
import { type Mutation, mutate } from './mutation.ts'
import { mutations } from './mutations.ts'
import { readRows } from './read-rows.ts'
import { runRowTests } from './run-row-tests.ts'
import { tryMutation } from './try-mutation.ts'

test('every row of docs/conformance.md has a mutation, and every mutation has a row', async () => {
  const rows = await readRows()
  expect([...new Set(mutations.map(({ row }) => row))].toSorted()).toEqual(rows.toSorted())
})

test.for(mutations)('$row: $file can be changed at $find, and $test names the row', async (mutation) => {
  const source = await readFile(join(ROOT, mutation.file), 'utf8')
  expect(mutate(source, mutation)).not.toBe(source)
  expect(existsSync(join(ROOT, mutation.test))).toBe(true)
  expect(await readFile(join(ROOT, mutation.test), 'utf8')).toContain(`[${mutation.row}]`)
})

const shortAddress: Mutation = mutations.find(({ file }) => file.endsWith('values/short-address.ts'))!
const mood: Mutation = mutations.find(({ file }) => file.endsWith('src/moods.ts'))!
const page: Mutation = mutations.find(({ row }) => row === 'R-NAV-1')!
let copy: string

beforeAll(async () => {
  copy = await copyCheckout()
})
afterAll(() => rm(copy, { recursive: true }))

test.for([shortAddress, mood, page])(
  '$row: its tests pass, and fail when $find is mutated',
  async (mutation) => {
    const { passed, failed } = (await runRowTests(copy, mutation.test, [mutation.row])).of(mutation.row)
    expect(failed).toBe(0)
    expect(passed).toBeGreaterThan(0)
    expect(await tryMutation(copy, mutation)).toEqual({ verdict: 'noticed', problem: '' })
    expect(await readFile(join(copy, mutation.file), 'utf8')).toBe(
      await readFile(join(ROOT, mutation.file), 'utf8'),
    )
  },
)

test('a change that no test can see survives; one that does not load, or has no test, is broken', async () => {
  const comment = { ...shortAddress, find: 'three dots', replace: 'some dots' }
  expect(await tryMutation(copy, comment)).toEqual({ verdict: 'survived', problem: '' })
  const nonsense = { ...shortAddress, find: 'export function', replace: 'export funtcion' }
  expect(await tryMutation(copy, nonsense)).toMatchObject({ verdict: 'broken' })
  const untested = { ...shortAddress, row: 'R-NAV-5' }
  expect(await tryMutation(copy, untested)).toMatchObject({ verdict: 'broken' })
})
