import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { holdLock } from './hold-lock.ts'

/** How much disk space a cache may use. */
export interface SpaceLimit {
  bytesMax: number
  /** Whether a pack may be removed to make room for another, by the name of its folder. */
  mayRemove: (folder: string) => boolean
}

interface CachedPack {
  folder: string
  /** The folder, and leftovers of an interrupted fetch. */
  paths: string[]
  bytes: number
  usedAt: number
}

interface Request {
  cache: string
  limit: SpaceLimit
  /** The folder of the pack that is about to be fetched; what exists of it counts as part of what is needed. */
  folder?: string
  bytesNeeded: number
  /** Whether packs are removed for it. */
  removes: boolean
  say: (sentence: string) => void
}

/**
 * Removes packs that nobody uses now, least recently used first, until there's room. Returns how many bytes are still missing. A locked
 * pack stays, because a job uses it or it's being fetched.
 */
export async function freeSpace({
  cache,
  limit,
  folder,
  bytesNeeded,
  removes,
  say,
}: Request): Promise<number> {
  const others = (await listPacks(cache)).filter((pack) => pack.folder !== folder)
  let missing = others.reduce((sum, { bytes }) => sum + bytes, bytesNeeded) - limit.bytesMax
  if (!removes) return Math.max(0, missing)
  for (const pack of others.toSorted((one, other) => one.usedAt - other.usedAt)) {
    if (missing <= 0) break
    if (!limit.mayRemove(pack.folder)) continue
    const release = holdLock(join(cache, `${pack.folder}.lock`))
    if (!release) continue
    try {
      for (const path of pack.paths) await rm(path, { recursive: true, force: true })
    } finally {
      release()
    }
    missing -= pack.bytes
    say(`Removed the weights "${pack.folder}", which were not in use, to make room on the disk.`)
  }
  return Math.max(0, missing)
}

export async function bytesKept(cache: string): Promise<number> {
  return (await listPacks(cache)).reduce((sum, { bytes }) => sum + bytes, 0)
}

async function listPacks(cache: string): Promise<CachedPack[]> {
  const packs = new Map<string, CachedPack>()
  for (const name of await readdir(cache).catch(() => [])) {
    if (name.endsWith('.lock')) continue
    const folder = name.replace(/\.(tgz\.part|new|old)$/, '')
    const path = join(cache, name)
    const { bytes, usedAt } = await measure(path)
    const known = packs.get(folder) ?? { folder, paths: [], bytes: 0, usedAt: 0 }
    packs.set(folder, {
      folder,
      paths: [...known.paths, path],
      bytes: known.bytes + bytes,
      usedAt: Math.max(known.usedAt, usedAt),
    })
  }
  return [...packs.values()]
}

/** Undefined if it was removed meanwhile. */
async function measure(path: string): Promise<{ bytes: number; usedAt: number }> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return { bytes: 0, usedAt: 0 }
  if (!found.isDirectory()) return { bytes: found.size, usedAt: found.mtimeMs }
  const files = await Promise.all(
    (await readdir(path).catch(() => [])).map((name) => stat(join(path, name)).catch(() => undefined)),
  )
  return { bytes: files.reduce((sum, file) => sum + (file?.size ?? 0), 0), usedAt: found.mtimeMs }
}
