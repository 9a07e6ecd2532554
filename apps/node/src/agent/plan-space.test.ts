import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findApp } from '@infra/protocol/apps/catalogue'
import { folderName } from '@infra/weights/pack'
import { expect, onTestFinished, test } from 'vitest'
import { findPack } from '../weights/packs.ts'
import { isSlowToFetch, planSpace } from './plan-space.ts'

/** They need 31 MB, 15 MB, 112 MB, and no weights. */
const apps = ['cut-out', 'read-text', 'story-teller', 'echo'].map((id) => findApp(id)!)
const noLimit = { downMbit: undefined, upMbit: undefined }

async function plan(diskMb: number | undefined, change: { isShared?: boolean; downMbit?: number } = {}) {
  const cache = await mkdtemp(join(tmpdir(), 'infra-plan-'))
  onTestFinished(() => rm(cache, { recursive: true }))
  return planIn(cache, diskMb, change)
}

async function planIn(
  cache: string,
  diskMb: number | undefined,
  { isShared = false, downMbit }: { isShared?: boolean; downMbit?: number },
) {
  const warnings: string[] = []
  const weights = { cache, isShared, folder: undefined, mirror: undefined }
  const limits = { diskMb, bandwidth: { downMbit, upMbit: undefined }, weights }
  const planned = await planSpace(limits, apps, 1, { warn: (line) => warnings.push(line) })
  return { ...planned, ids: planned.apps.map(({ id }) => id), warnings }
}

test('without a limit all apps are served', async () => {
  expect(await plan(undefined)).toMatchObject({ ids: apps.map(({ id }) => id), space: undefined })
})

test('an app whose weights never fit is not served, and the operator is notified', async () => {
  const { ids, warnings, takesTurns, space } = await plan(250)
  expect(ids).toEqual(['cut-out', 'read-text', 'echo'])
  expect(warnings).toEqual([
    expect.stringMatching(/^"story-teller" is not served: .* 215 MB .* NODE_DISK_MB leaves 150\.$/),
  ])
  expect(takesTurns).toBe(true)
  expect(space!.mayRemove('u2netp-1.0.0')).toBe(true)
})

test('in a shared folder nothing is removed, and apps that don’t fit beside its contents are not served', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'infra-plan-'))
  onTestFinished(() => rm(cache, { recursive: true }))
  const [text] = findApp('read-text')!.weights.map((name) => findPack(name)!)
  await mkdir(join(cache, folderName(text!)))
  await writeFile(join(cache, folderName(text!), 'model'), Buffer.alloc(60 * 1024 * 1024))
  const { ids, space, takesTurns } = await planIn(cache, 200, { isShared: true })
  // 60 of 100 MB are used, and Cut-out would need 54; the weights of Read Text are already there.
  expect(ids).toEqual(['read-text', 'echo'])
  expect(takesTurns).toBe(false)
  expect(space!.mayRemove(folderName(text!))).toBe(false)
})

test('weights that are slow to fetch are kept, and only apps that fit together are served', async () => {
  expect(isSlowToFetch(findApp('story-teller')!, { ...noLimit, downMbit: 2 })).toBe(true)
  expect(isSlowToFetch(findApp('story-teller')!, { ...noLimit, downMbit: 10 })).toBe(false)
  const { ids, space, takesTurns } = await plan(340, { downMbit: 2 })
  expect(ids).toEqual(['cut-out', 'read-text', 'echo'])
  expect(takesTurns).toBe(false)
  expect(space!.mayRemove(folderName(findPack('u2netp')!))).toBe(false)
  expect(space!.mayRemove('of-an-old-version-1.0.0')).toBe(true)
  expect((await plan(340, { downMbit: 10 })).ids).toContain('story-teller')
})
