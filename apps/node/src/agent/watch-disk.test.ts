import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findApp } from '@infra/protocol/apps/catalogue'
import type { Disk } from '@infra/protocol/nodes'
import { folderName } from '@infra/weights/pack'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findPack } from '../weights/packs.ts'
import { freeMb, JOB_MB, neededMb, watchDisk } from './watch-disk.ts'

test('a node needs space for its jobs and for the weights that it still has to fetch', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'disk-'))
  onTestFinished(() => rm(cache, { recursive: true }))
  const app = findApp('cut-out')!
  const weights = { cache, isShared: false, folder: undefined, mirror: undefined }
  const needs = { weights, diskMb: undefined, apps: [app, app], slots: 3 }
  const packs = app.weights.map((name) => findPack(name)!)
  const bytes = packs.reduce((sum, pack) => sum + pack.bytes, 0)
  expect(bytes).toBeGreaterThan(0)
  expect(await neededMb(needs)).toBe(3 * JOB_MB + Math.ceil((2 * bytes) / 1024 / 1024))
  expect(await neededMb({ ...needs, diskMb: 320 })).toBe(320)
  for (const pack of packs) await mkdir(join(cache, folderName(pack)))
  expect(await neededMb(needs)).toBe(3 * JOB_MB)
  // Files that are already there need no more space.
  await writeFile(join(cache, folderName(packs[0]!), 'model'), Buffer.alloc(40 * 1024 * 1024))
  expect(await neededMb({ ...needs, diskMb: 320 })).toBe(280)
  expect(await freeMb([cache, join(cache, 'not there')])).toBeGreaterThan(0)
})

test('the node reports when space runs short and when there is enough again, not every change', async () => {
  const readings: (Disk | Error)[] = []
  let reads = 0
  const measure = async () => {
    const reading = readings[Math.min(reads++, readings.length - 1)]!
    if (reading instanceof Error) throw reading
    return reading
  }
  const disk = (freeMb: number) => ({ freeMb, neededMb: 100 })
  readings.push(disk(500), disk(400), disk(99), disk(50), new Error('EIO'), disk(100), disk(300))
  const changes: number[] = []
  const watch = await watchDisk({ measure, everyMs: 1, onChange: ({ freeMb }) => changes.push(freeMb) })
  expect(watch.latest()).toEqual(disk(500))
  await vi.waitFor(() => expect(reads).toBeGreaterThan(readings.length))
  watch.stop()
  expect(changes).toEqual([99, 100])
})
