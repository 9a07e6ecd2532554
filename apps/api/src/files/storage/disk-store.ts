import { constants } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isStorageFull, storageFull } from '../../http/storage-full.ts'
import type { FileStore } from './file-store.ts'

/** Files in a folder: `ab/cd/abcd…`, so that no folder grows to millions. */
export function diskStore(folder: string, folderMode = 0o777): FileStore {
  const placeOf = (key: string) => join(folder, key.slice(0, 2), key.slice(2, 4), key)

  return {
    put: async (path, key) => {
      const place = placeOf(key)
      try {
        await makeFolder(dirname(place), folder, folderMode)
        await sync(path)
        // Whole or not at all: a reader never sees half a file. It works within one file system only.
        await rename(path, place)
        // The bytes are on disk; this is for their name.
        await sync(dirname(place))
      } catch (error) {
        throw isStorageFull(error) ? storageFull(error) : error
      }
    },

    open: async (key, range) => {
      const file = await openIfThere(placeOf(key))
      if (!file) return undefined
      const { size, mtimeMs, ino } = await file.stat()
      return { bytes: size, version: `${ino}-${mtimeMs}`, content: file.createReadStream(range) }
    },

    remove: async (keys) => {
      await Promise.all(keys.map((key) => rm(placeOf(key), { force: true })))
    },
  }
}

/** A folder that was just made must be known to its parent on disk too, up to the store's own. */
async function makeFolder(wanted: string, root: string, mode: number): Promise<void> {
  const made = await mkdir(wanted, { recursive: true, mode })
  if (made === undefined) return
  for (let at = wanted; at !== root; at = dirname(at)) await sync(dirname(at))
}

async function sync(path: string): Promise<void> {
  const file = await open(path, constants.O_RDONLY)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function openIfThere(path: string) {
  try {
    return await open(path, constants.O_RDONLY)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
