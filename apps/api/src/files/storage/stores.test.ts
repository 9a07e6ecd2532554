import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { link, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadFile } from '@infra/protocol/files'
import S3rver from 's3rver'
import { afterAll, expect, test } from 'vitest'
import { drawing } from '../../test/inputs/sample-files.ts'
import { signInSomeone } from '../../test/person.ts'
import { testWhere, tinyDisk } from '../../test/servers/tiny-disk.ts'
import { startTestApi } from '../../test/start-test-api.ts'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { s3Store } from './s3-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'infra-stores-'))
const onDisk = join(folder, 'store')
const s3 = await startS3(join(folder, 's3'))
const tiny = await tinyDisk()
const testFull = testWhere(tiny)
afterAll(() => rm(folder, { recursive: true }))

const stores: [string, FileStore][] = [
  ['disk', diskStore(onDisk)],
  ['S3', s3Store(s3)],
]

const key = () => randomBytes(32).toString('hex')

/** A file that a store may move away. */
async function temporary(content: string | Buffer): Promise<string> {
  const path = join(folder, randomBytes(8).toString('hex'))
  await writeFile(path, content)
  return path
}

async function read(store: FileStore, of: string, range?: { start: number; end: number }) {
  const opened = await store.open(of, range)
  return opened && { bytes: opened.bytes, content: Buffer.concat(await opened.content.toArray()) }
}

for (const [name, store] of stores) {
  test(`${name}: reads a stored file whole and in parts`, async () => {
    const content = randomBytes(3_000_000)
    const sha256 = key()
    await store.put(await temporary(content), sha256)

    const whole = await read(store, sha256)
    expect(whole?.bytes).toBe(content.length)
    expect(whole?.content.equals(content)).toBe(true)
    for (const [start, end] of [
      // Not [0, 0], because this test's S3 treats an end of 0 as none.
      [0, 1],
      [5, 1_999_999],
      [2_999_999, 2_999_999],
    ] as const) {
      const part = content.subarray(start, end + 1)
      const got = await read(store, sha256, { start, end })
      expect(got?.bytes).toBe(content.length)
      expect(got?.content.equals(part)).toBe(true)
    }
  })

  test(`${name}: stores a file of one byte under a name with an ending`, async () => {
    const name = `${key()}.640.avif`
    await store.put(await temporary('x'), name)
    expect(await read(store, name)).toEqual({ bytes: 1, content: Buffer.from('x') })
  })

  test(`${name}: opening a missing file returns undefined, and removing it does not fail`, async () => {
    expect(await store.open(key())).toBeUndefined()
    await store.remove([key(), key()])

    const [kept, gone] = [key(), key()]
    await store.put(await temporary('kept'), kept)
    await store.put(await temporary('gone'), gone)
    await store.remove([gone])
    expect(await store.open(gone)).toBeUndefined()
    expect(await read(store, kept)).toMatchObject({ content: Buffer.from('kept') })
  })

  test(`${name}: storing the same file several times, even at once, stores it once`, async () => {
    const sha256 = key()
    const paths = await Promise.all(Array.from({ length: 10 }, () => temporary('same')))
    await Promise.all(paths.map((path) => store.put(path, sha256)))
    await store.put(await temporary('same'), sha256)
    expect(await read(store, sha256)).toEqual({ bytes: 4, content: Buffer.from('same') })
  })

  test(`${name}: removing a file does not disturb its reader`, async () => {
    const sha256 = key()
    const content = randomBytes(2_000_000)
    await store.put(await temporary(content), sha256)
    const opened = await store.open(sha256)
    const reading = opened!.content.toArray()
    await store.remove([sha256])
    expect(Buffer.concat(await reading).equals(content)).toBe(true)
  })
}

test('disk: moves files into folders that are named after the beginning of their names', async () => {
  const sha256 = `abcd${key().slice(4)}`
  const path = await temporary('fox')
  await stores[0]![1].put(path, sha256)
  expect(await readFile(join(onDisk, 'ab', 'cd', sha256), 'utf8')).toBe('fox')
  await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' })
})

testFull('disk: refuses a file with storage_full when the disk is full', async () => {
  const store = diskStore(tiny!)
  const putMany = async () => {
    const path = join(tiny!, 'arriving')
    const emptyFile = join(tiny!, 'empty')
    await writeFile(emptyFile, '')
    for (let index = 10; index < 99; index++) {
      await link(emptyFile, path)
      // Every folder takes an inode of its own, so sooner or later none is left.
      await store.put(path, `${index}${index}${key().slice(4)}`)
    }
  }
  await expect(putMany()).rejects.toMatchObject({ code: 'storage_full' })
})

test('S3: distinguishes a store that is away, full or broken', async () => {
  const answers = [503, 507, 403]
  const outcomes: unknown[] = []
  for (const status of answers) {
    const server = createServer((request, response) => {
      request.resume()
      request.on('end', () => response.writeHead(status).end('<Error>/home/hush</Error>'))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const store = s3Store({ ...s3, endpoint })
    outcomes.push(await store.put(await temporary('fox'), key()).catch((error) => error))
    server.close()
  }
  expect(outcomes).toMatchObject([
    { code: 'dependency_unavailable', retryAfterSeconds: 2 },
    { code: 'storage_full' },
    { message: 'The file store answered 403.' },
  ])
  // Nothing listens there.
  const store = s3Store({ ...s3, endpoint: 'http://127.0.0.1:9' })
  await expect(store.open(key())).rejects.toMatchObject({ code: 'dependency_unavailable' })
})

test('S3: sends a file with its length, its hash and a signature', async () => {
  const seen: IncomingMessage['headers'][] = []
  const server = createServer((request, response) => {
    seen.push(request.headers)
    request.resume().on('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await s3Store({ ...s3, endpoint }).put(await temporary('fox'), key())
  server.close()
  expect(seen).toMatchObject([
    {
      'content-length': '3',
      'x-amz-content-sha256': createHash('sha256').update('fox').digest('hex'),
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=S3RVER\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=\S*x-amz-content-sha256/,
      ),
    },
  ])
})

test('S3: reports wrong credentials or a missing bucket as our error, not as the caller’s', async () => {
  const wrong = s3Store({ ...s3, accessKeyId: 'another' })
  await expect(wrong.put(await temporary('fox'), key())).rejects.toThrow('The file store answered 403.')
  const elsewhere = s3Store({ ...s3, bucket: 'no-such-bucket' })
  await expect(elsewhere.put(await temporary('fox'), key())).rejects.toThrow('no bucket "no-such-bucket"')
})

test('the whole API on S3: stores an upload in the bucket, and returns it whole, as a thumbnail and in parts', async () => {
  const testApi = await startTestApi({
    env: {
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
  })
  const { call } = await signInSomeone(testApi)
  const bytes = await drawing().png().toBuffer()
  const { sha256, url } = await call(uploadFile, { file: new Blob([new Uint8Array(bytes)]) })
  const get = async (path: string, headers = {}) =>
    Buffer.from(await (await fetch(testApi.origin + path, { headers })).arrayBuffer())

  const whole = await get(url)
  expect(createHash('sha256').update(whole).digest('hex')).toBe(sha256)
  expect((await get(url, { range: 'bytes=10-19' })).equals(whole.subarray(10, 20))).toBe(true)
  expect((await get(`${url}&size=320&format=webp`)).toString('latin1', 8, 12)).toBe('WEBP')
  expect((await read(s3Store(s3), sha256))?.content.equals(whole)).toBe(true)
  expect(await readdir(testApi.deps.config.filesDir)).toEqual(['arriving'])
  expect(await readdir(testApi.deps.files.tempDir)).toEqual([])
})

async function startS3(directory: string) {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'infra-files', configs: [] }],
  })
  const { port } = await server.run()
  afterAll(() => server.close())
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'infra-files',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
}
