import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppManifest } from '@infra/protocol/apps/app'
import type { Disk } from '@infra/protocol/nodes'
import { bytesKept } from '@infra/weights/free-space'
import { folderName, type Pack } from '@infra/weights/pack'
import { BYTES_PER_TARBALL_BYTE } from '@infra/weights/weights'
import type { Config } from '../config.ts'
import { findPack } from '../weights/packs.ts'

const MEGABYTE = 1024 * 1024

/** For the files of one job. */
export const JOB_MB = 100

const POLL_MS = 60_000

interface Needs extends Pick<Config, 'weights' | 'diskMb'> {
  apps: readonly AppManifest[]
  slots: number
}

/** What all simultaneous jobs and the missing weights need; at most what the operator's limit leaves besides the existing weights. */
export async function neededMb({ weights: { cache, folder }, diskMb, apps, slots }: Needs): Promise<number> {
  const isHere = (pack: Pack) =>
    [folder, cache].some((place) => place !== undefined && existsSync(join(place, folderName(pack))))
  const wanted = new Set(apps.flatMap((app) => app.weights))
  const missing = [...wanted].flatMap((name) => findPack(name) ?? []).filter((pack) => !isHere(pack))
  const bytes = missing.reduce((sum, pack) => sum + pack.bytes * BYTES_PER_TARBALL_BYTE, 0)
  const needed = slots * JOB_MB + Math.ceil(bytes / MEGABYTE)
  if (diskMb === undefined) return needed
  return Math.min(needed, Math.max(0, diskMb - Math.floor((await bytesKept(cache)) / MEGABYTE)))
}

/** Free space on the fullest of these folders' disks, ignoring those that don't exist yet. */
export async function freeMb(folders: readonly string[]): Promise<number> {
  const pending = folders.filter((folder) => existsSync(folder)).map((folder) => statfs(folder))
  const free = (await Promise.all(pending)).map(({ bavail, bsize }) => Number(bavail) * Number(bsize))
  return Math.floor(Math.min(...free) / MEGABYTE)
}

export interface DiskWatch {
  latest: () => Disk | undefined
  stop: () => void
}

interface WatchOptions {
  measure: () => Promise<Disk>
  /** There's too little space now, or enough again. */
  onChange: (disk: Disk) => void
  everyMs?: number
}

/** Measures every minute, so that the network is notified of a full disk before the next sign-in. */
export async function watchDisk({ measure, onChange, everyMs = POLL_MS }: WatchOptions): Promise<DiskWatch> {
  let latest: Disk | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const poll = async () => {
    const before = latest
    // If a disk doesn't respond, the last known value stays.
    latest = await measure().catch(() => before)
    if (isStopped) return
    if (before && latest && isShort(before) !== isShort(latest)) onChange(latest)
    timer = setTimeout(poll, everyMs).unref()
  }
  await poll()
  return {
    latest: () => latest,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

export const isShort = ({ freeMb, neededMb }: Disk) => freeMb < neededMb
