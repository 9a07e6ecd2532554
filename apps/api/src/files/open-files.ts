import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { safetyPack } from '@infra/safety/safety-pack'
import { picturePacks } from '@infra/weights/packs/picture-packs'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { fileKey } from '../db/tables.ts'
import { fetchedModel } from './inspection/fetched-model.ts'
import { diskStore } from './storage/disk-store.ts'
import type { FileStore } from './storage/file-store.ts'
import { s3Store } from './storage/s3-store.ts'
import { type VerifiedReader, verifiedReader } from './storage/verified-reader.ts'

export interface Files {
  store: FileStore
  /** Reads files for people and nodes, checking their hashes. */
  verified: VerifiedReader
  /** For uploads under inspection. If the store is a disk, it's on the same one, so that files are moved and not copied. */
  tempDir: string
  /** The key that signs links to private files. */
  linkKey: Buffer
  /** Pictures that are uploaded while it's missing are classified later, and stay private until then. */
  safetyModel: ReturnType<typeof fetchedModel>
  /** The model of Find Objects, which the network uses too. */
  detectorModel: ReturnType<typeof fetchedModel>
}

const detectorPack = picturePacks.find(({ name }) => name === 'coco-ssd')!

export async function openFiles(config: Pick<Config, 'filesDir' | 's3' | 'weights'>, db: Db): Promise<Files> {
  const tempDir = tempDirOf(config)
  await mkdir(tempDir, { recursive: true, mode: 0o700 })
  const store = storeOf(config)
  return {
    store,
    verified: verifiedReader(store),
    tempDir,
    linkKey: await readOrCreateKey(db),
    safetyModel: fetchedModel(config.weights, safetyPack),
    detectorModel: fetchedModel(config.weights, detectorPack),
  }
}

export function storeOf({ filesDir, s3 }: Pick<Config, 'filesDir' | 's3'>): FileStore {
  return s3 ? s3Store(s3) : diskStore(filesDir)
}

export function tempDirOf({ filesDir }: Pick<Config, 'filesDir'>): string {
  return join(filesDir, 'arriving')
}

/** Two processes that start together on an empty database end up with the same key. */
async function readOrCreateKey(db: Db): Promise<Buffer> {
  await db
    .insert(fileKey)
    .values({ secret: randomBytes(32).toString('base64') })
    .onConflictDoNothing()
  const [row] = await db.select().from(fileKey)
  return Buffer.from(row!.secret, 'base64')
}
