import { constants } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isStorageFull, storageFull } from '../../http/storage-full.ts'
import type { FileStore } from './file-store.ts'

/** Files in a folder: `ab/cd/abcd…`, so that no folder grows to millions. */
export function diskStore(folder: string, folderMode = 0o777): FileStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key.slice(2, 4), key)

  return {
    put: async (path, key) => {
      const target = pathOf(key)
      try {
        await makeFolder(dirname(target), folder, folderMode)
        await sync(path)
        // Atomic, so that a reader never sees half a file. Works within one file system only.
        await rename(path, target)
        // The bytes are on disk; this makes the new name durable.
        await sync(dirname(target))
      } catch (error) {
        throw isStorageFull(error) ? storageFull(error) : error
      }
    },

    open: async (key, range) => {
      const file = await openIfThere(pathOf(key))
      if (!file) return undefined
      const { size, mtimeMs, ino } = await file.stat()
      return { bytes: size, version: `${ino}-${mtimeMs}`, content: file.createReadStream(range) }
    },

    remove: async (keys) => {
      await Promise.all(keys.map((key) => rm(pathOf(key), { force: true })))
    },
  }
}

/** New folders must be durable as well, so their parents are synced, up to the store's own folder. */
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
