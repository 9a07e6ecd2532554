import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@infra/postgres/free-port'
import { startTemporaryPostgres } from '@infra/postgres/start-temporary-postgres'
import { getUpload, type UploadedFile, uploadFile } from '@infra/protocol/files'
import { Refusal } from '@infra/protocol/refusal'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { startKillable } from '../test/killable-program.ts'
import { signInUsers, untilAnswered } from '../test/retrying-users.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

/** `npm run chaos` runs more. */
const KILLS = Number(process.env.CHAOS_UPLOADS ?? 6)

/** Receiving, inspecting and storing it all happens within this time. */
const UPLOAD_MS = 600

test(`[U34] after ${KILLS} uploads interrupted by kill -9, no file is partial and every acknowledged one is there`, {
  retry: 0,
  timeout: 120_000 + KILLS * 20_000,
}, async () => {
  const postgres = await startTemporaryPostgres()
  onTestFinished(postgres.stop)
  const files = join(await temporaryFolder(), 'files')
  const port = await freePort()
  const api = startKillable('apps/api/src/main.ts', {
    PORT: String(port),
    DATABASE_URL: postgres.url,
    FILES_DIR: files,
    LOG_LEVEL: 'error',
    TRUST_PROXY: '127.0.0.1',
  })
  const origin = `http://127.0.0.1:${port}`
  const [person] = await signInUsers([{ prefix: `${origin}/api` }], 1)

  const acknowledged: UploadedFile[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const file = new Blob([await noise()])
    // Wait until it responds, so that the kill hits the upload and not the start.
    await untilAnswered(() => person!(uploadFile, { file: new Blob([smallest]) }))
    const sending = person!(uploadFile, { file }).then(
      (kept) => void acknowledged.push(kept),
      (error) => {
        if (!(error instanceof Refusal && error.code === 'dependency_unavailable')) throw error
      },
    )
    await sleep(Math.random() * UPLOAD_MS)
    api.kill()
    await sending
  }

  for (const { id, sha256 } of acknowledged) {
    const { url } = await untilAnswered(() => person!(getUpload, { params: { id } }))
    const bytes = Buffer.from(await (await fetch(new URL(url, origin))).arrayBuffer())
    expect(hashOf(bytes)).toBe(sha256)
  }
  expect(await brokenIn(files)).toEqual([])
})

const smallest = new Uint8Array(
  await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f42' } })
    .png()
    .toBuffer(),
)

/** A picture unlike any other, large enough that its upload takes a while. */
async function noise(): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height] = [900, 700]
  const raw = { width, height, channels: 3 as const }
  return new Uint8Array(
    await sharp(randomBytes(width * height * 3), { raw })
      .png()
      .toBuffer(),
  )
}

/** Files whose content doesn't match their name; unfinished files have no such name. */
async function brokenIn(folder: string): Promise<string[]> {
  const broken: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!/^[0-9a-f]{64}$/.test(entry.name) || basename(entry.parentPath) === 'arriving') continue
    if (hashOf(await readFile(join(entry.parentPath, entry.name))) !== entry.name) broken.push(entry.name)
  }
  return broken
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
