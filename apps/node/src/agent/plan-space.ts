import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AppManifest } from '@infra/protocol/apps/app'
import { bytesKept, type SpaceLimit } from '@infra/weights/free-space'
import { folderName, type Pack } from '@infra/weights/pack'
import { BYTES_PER_TARBALL_BYTE } from '@infra/weights/weights'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { findPack } from '../weights/packs.ts'
import { JOB_MB } from './watch-disk.ts'

const MEGABYTE = 1024 * 1024
const BITS_PER_BYTE = 8

/** Weights that take longer are fetched before their app is served, because the network waits ten minutes for everything before the run. */
const FETCH_SECONDS_MAX = 240

export interface SpacePlan {
  apps: AppManifest[]
  /** For weights, if the operator limits the disk. */
  space: SpaceLimit | undefined
  /** Whether one app's weights may be removed for another's. */
  takesTurns: boolean
}

type Limits = Pick<Config, 'diskMb' | 'bandwidth' | 'weights'>

/**
 * Which apps are served within the disk limit, and what may be removed to make room. Packs replace each other if that is safe and quick. A
 * folder that others may use is left alone, and weights that take long to fetch stay; then only apps that fit together are served.
 */
export async function planSpace(
  { diskMb, bandwidth, weights }: Limits,
  apps: readonly AppManifest[],
  slots: number,
  log: Pick<Log, 'warn'>,
): Promise<SpacePlan> {
  if (diskMb === undefined) return { apps: [...apps], space: undefined, takesTurns: true }
  const bytesMax = (diskMb - slots * JOB_MB) * MEGABYTE
  const { cache, folder, isShared } = weights
  const isIn = (place: string | undefined, pack: Pack) =>
    place !== undefined && existsSync(join(place, folderName(pack)))
  const takesTurns = !isShared && !apps.some((app) => isSlowToFetch(app, bandwidth))
  const bytesBefore = isShared ? await bytesKept(cache) : 0
  const planned = new Set<string>()
  const served = apps.filter((app) => {
    const names = takesTurns ? app.weights : [...planned, ...app.weights]
    const toFetch = packsOf(names).filter((pack) => !isIn(folder, pack) && !(isShared && isIn(cache, pack)))
    const bytes = bytesBefore + bytesToFetch(toFetch)
    if (toFetch.length > 0 && bytes > bytesMax) {
      log.warn(
        `"${app.id}" is not served: with its weights, ${inMb(bytes)} MB of disk space would be needed for weights, and NODE_DISK_MB leaves ${inMb(bytesMax)}.`,
      )
      return false
    }
    for (const name of app.weights) planned.add(name)
    return true
  })
  const staying = new Set(packsOf([...planned]).map(folderName))
  const mayRemove = (name: string) => !isShared && (takesTurns || !staying.has(name))
  return { apps: served, space: { bytesMax, mayRemove }, takesTurns }
}

/** Whether the weights of an app take so long with the limit on downloads that a job could not wait for them. */
export function isSlowToFetch(app: Pick<AppManifest, 'weights'>, { downMbit }: Config['bandwidth']): boolean {
  if (downMbit === undefined) return false
  const bytes = packsOf(app.weights).reduce((sum, pack) => sum + pack.bytes, 0)
  return (bytes * BITS_PER_BYTE) / (downMbit * 1e6) > FETCH_SECONDS_MAX
}

function packsOf(names: readonly string[]): Pack[] {
  return [...new Set(names)].flatMap((name) => findPack(name) ?? [])
}

/** All of them, plus the tarball of the largest while it's being fetched. */
function bytesToFetch(packs: readonly Pack[]): number {
  const sizes = packs.map(({ bytes }) => bytes)
  return sizes.reduce((sum, bytes) => sum + bytes, Math.max(0, ...sizes) * (BYTES_PER_TARBALL_BYTE - 1))
}

const inMb = (bytes: number) => Math.ceil(bytes / MEGABYTE)
