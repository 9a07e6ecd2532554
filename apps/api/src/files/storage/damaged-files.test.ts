import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { uploadFile } from '@infra/protocol/files'
import { expect, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { expectRefusal, readAnswer } from '../../test/expect-refusal.ts'
import { wavOf } from '../../test/inputs/sample-files.ts'
import { onFinished } from '../../test/on-finished.ts'
import { signInSomeone } from '../../test/person.ts'
import { startTestApi, type TestApi } from '../../test/start-test-api.ts'

/** Several chunks, so that the check beforehand refuses it, and not the held-back last chunk. */
const SMALL_SECONDS = 12
const LARGE_SECONDS = 60

const onDisk = await startTestApi()

/** Uploads a file with unique content, and returns how its sender gets it back. */
async function send(on: TestApi, seconds: number) {
  const content = wavOf({ seconds })
  randomBytes(16).copy(content, content.length - 16)
  const { call } = await signInSomeone(on)
  const { sha256, url } = await call(uploadFile, { file: new Blob([new Uint8Array(content)]) })
  const get = (range?: string) => fetch(on.origin + url, { headers: range ? { range } : {} })
  const path = join(on.deps.config.filesDir, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  return { content, get, path, sha256 }
}

async function flipBit(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes[100]! ^= 1
  await writeFile(path, bytes)
}

/** What came before the connection broke; fails if the response was complete. */
async function receiveBroken(response: Response): Promise<Buffer> {
  const received: Uint8Array[] = []
  const reading = async () => {
    for await (const chunk of response.body!) received.push(chunk)
  }
  await expect(reading()).rejects.toThrow()
  return Buffer.concat(received)
}

async function damagedReads({ origin }: TestApi): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^infra_damaged_files_total (\d+)$/m.exec(metrics)![1])
}

const damageLogs = ({ logs }: TestApi) => logs.filter(({ msg }) => msg === 'a file in the store is damaged')

test('[finding X4] refuses a small file with a flipped bit, whole and in parts, and logs and counts it', async () => {
  const file = await send(onDisk, SMALL_SECONDS)
  expect(Buffer.from(await (await file.get()).arrayBuffer()).equals(file.content)).toBe(true)
  await flipBit(file.path)
  const [countBefore, logsBefore] = [await damagedReads(onDisk), damageLogs(onDisk).length]
  for (const range of [undefined, 'bytes=0-9']) {
    // Checks the refusal's own caching headers too, because nothing may cache it.
    expectRefusal(await readAnswer(file.get(range)), { status: 503, code: 'dependency_unavailable' })
  }
  expect(await damagedReads(onDisk)).toBe(countBefore + 2)
  expect(damageLogs(onDisk)).toHaveLength(logsBefore + 2)
  expect(JSON.stringify(damageLogs(onDisk).at(-1))).toContain(file.sha256)
})

test('[finding X4] breaks the connection before the last byte of a large file with a flipped bit', async () => {
  const file = await send(onDisk, LARGE_SECONDS)
  expect(Buffer.from(await (await file.get()).arrayBuffer()).equals(file.content)).toBe(true)
  await flipBit(file.path)
  const before = await damagedReads(onDisk)
  const response = await file.get()
  expect(response.status).toBe(200)
  expect((await receiveBroken(response)).length).toBeLessThan(file.content.length)
  // The client may see the connection break before the API has counted it.
  await eventually(async () => expect(await damagedReads(onDisk)).toBe(before + 1))
})

test('[finding X4] sends no part of a large damaged file, even if the file was intact before', async () => {
  const file = await send(onDisk, LARGE_SECONDS)
  const part = await file.get('bytes=90-109')
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer()).equals(file.content.subarray(90, 110))).toBe(true)
  await flipBit(file.path)
  expectRefusal(await readAnswer(file.get('bytes=90-109')), {
    status: 503,
    code: 'dependency_unavailable',
  })
})

test.for([SMALL_SECONDS, LARGE_SECONDS])(
  '[finding X4] refuses a file of %d s that was cut short',
  async (seconds) => {
    const file = await send(onDisk, seconds)
    await truncate(file.path, file.content.length - 1)
    for (const range of [undefined, 'bytes=0-9']) {
      expectRefusal(await readAnswer(file.get(range)), { status: 503, code: 'dependency_unavailable' })
    }
  },
)

test('[finding X4] notices wrong bytes from an object store despite the right length and ETag', async () => {
  const kept = new Map<string, Buffer>()
  let answer = (bytes: Buffer) => bytes
  const bucket = createServer(async (request, response) => {
    const key = request.url!
    if (request.method === 'PUT') kept.set(key, Buffer.concat(await request.toArray()))
    const bytes = kept.get(key)
    if (!bytes) return response.writeHead(404).end()
    response
      .setHeader('etag', '"always the same"')
      .setHeader('content-length', request.method === 'PUT' ? 0 : bytes.length)
    response.end(request.method === 'PUT' ? '' : answer(bytes))
  }).listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  onFinished(async () => void bucket.close())
  const onBucket = await startTestApi({
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
      S3_BUCKET: 'files',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
  })
  const [small, large] = [await send(onBucket, SMALL_SECONDS), await send(onBucket, LARGE_SECONDS)]
  expect(Buffer.from(await (await large.get()).arrayBuffer()).equals(large.content)).toBe(true)

  answer = (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])])
  expectRefusal(await readAnswer(small.get()), { status: 503, code: 'dependency_unavailable' })
  expect((await receiveBroken(await large.get())).length).toBeLessThan(large.content.length)
  expect(await damagedReads(onBucket)).toBe(2)
})
