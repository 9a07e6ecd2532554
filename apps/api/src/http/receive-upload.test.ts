import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { endpoint } from '@infra/protocol/endpoint'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { openSocket, readToEnd, sendRaw } from '../test/raw-http.ts'
import { testWhere, tinyDisk } from '../test/servers/tiny-disk.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { receiveUpload } from './receive-upload.ts'
import { route } from './route.ts'

const BYTES_MAX = 200_000

const leaveFile = endpoint({
  method: 'POST',
  path: '/test/files/{how}',
  summary: 'Leave a file.',
  caller: 'anyone',
  params: z.object({ how: z.enum(['take', 'fail']) }),
  query: z.strictObject({ note: z.string().optional() }),
  upload: { bytesMax: BYTES_MAX },
  response: z.object({ bytes: z.int(), sha256: z.string(), fileName: z.string(), same: z.boolean() }),
  status: 201,
  refusals: ['storage_full'],
})

function addTestRoutes(api: FastifyInstance, deps: Deps): void {
  route(api, deps, leaveFile, async ({ params, upload }) => {
    if (params.how === 'fail') throw new Error('The handler fails.')
    const content = await readFile(upload.path)
    return { ...upload, same: createHash('sha256').update(content).digest('hex') === upload.sha256 }
  })
}

const { call, deps, logs, origin } = await startTestApi({ addRoutes: addTestRoutes })
const tiny = await tinyDisk()
const testFull = testWhere(tiny)
const uploadUrl = `${origin}/api/test/files/take`
const temporaries = () => readdir(deps.files.tempDir)
const content = Buffer.alloc(100_000, 'fox ')
const sha256 = createHash('sha256').update(content).digest('hex')
const params = { how: 'take' } as const

afterEach(async () => {
  await vi.waitFor(async () => expect(await temporaries()).toEqual([]), 5_000)
  const answer = await call(leaveFile, { params, query: {}, file: new File([content], 'fox.png') })
  expect(answer).toEqual({ bytes: content.length, sha256, fileName: 'fox.png', same: true })
  expect(await temporaries()).toEqual([])
})

const form = (...parts: [name: string, value: Blob | string][]) => {
  const data = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, 'a.png')
  }
  return data
}
const post = (body: BodyInit, headers: Record<string, string> = {}, address = uploadUrl) =>
  readAnswer(fetch(address, { method: 'POST', body, headers, duplex: 'half' } as RequestInit))
const file = new Blob([content])
const part = (headers: string, body = 'fox') => `--x\r\n${headers}\r\n\r\n${body}\r\n`
const named = part('Content-Disposition: form-data; name="file"; filename="a.png"')
const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
const head = (length: number | string, type = multipart['content-type']) =>
  `POST /api/test/files/take HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`

test('receives a whole file, whatever its name', async () => {
  for (const name of ['a b.png', 'ünï.png', '../../etc/passwd', 'a"b.png', 'a\r\nX: y.png', '']) {
    const answer = await call(leaveFile, { params, query: {}, file: new File([content], name) })
    expect(answer).toMatchObject({ sha256, same: true })
    expect(answer.fileName).not.toMatch(/[/\r\n]/)
  }
})

test('accepts a file of the maximum size, and refuses one byte more', async () => {
  const answer = await call(leaveFile, { params, query: {}, file: new Blob([Buffer.alloc(BYTES_MAX)]) })
  expect(answer).toMatchObject({ bytes: BYTES_MAX, same: true })
  expectRefusal(await post(form(['file', new Blob([Buffer.alloc(BYTES_MAX + 1)])])), {
    status: 413,
    code: 'payload_too_large',
  })
})

test('[N23] refuses an upload whose Content-Length is too large before reading it', async () => {
  const answer = await readToEnd(await openSocket(origin, head(10_000_000_000)))
  expectRefusal(answer, { status: 413, code: 'payload_too_large' })
})

test('[N23] refuses an upload without a length when it exceeds the limit, and then disconnects', async () => {
  let sent = 0
  const flood = httpRequest(uploadUrl, { method: 'POST', headers: multipart })
  flood.on('error', () => {})
  const answered = once(flood, 'response')
  const closed = new Promise((resolve) => flood.once('close', resolve))
  const endless = Readable.from(
    (async function* () {
      yield '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
      while (!flood.destroyed) {
        yield Buffer.alloc(64 * 1024)
        sent += 64 * 1024
        await wait(1)
      }
    })(),
  )
  endless.pipe(flood)
  const [response] = await answered
  expect(response.statusCode).toBe(413)
  expect(JSON.parse(Buffer.concat(await response.toArray()).toString())).toMatchObject({
    code: 'payload_too_large',
  })
  expect(sent).toBeLessThan(50 * BYTES_MAX)
  await closed
})

test('[U04] refuses a body longer than its Content-Length', async () => {
  const body = `${named}--x--\r\n`
  const answer = await sendRaw(origin, `${head(body.length - 20)}${body}`)
  expectRefusal(answer, { status: 400, code: 'malformed_request' })
})

test('[U04] refuses a body that ends before its Content-Length', async () => {
  const socket = await openSocket(origin, `${head(50_000)}${named}`)
  await vi.waitFor(async () => expect(await temporaries()).toHaveLength(1))
  socket.end()
  expectRefusal(await readToEnd(socket), { status: 400, code: 'malformed_request' })
})

test.for([
  ['no boundary', 'multipart/form-data'],
  ['an empty boundary', 'multipart/form-data; boundary='],
  ['a boundary of 1 kB', `multipart/form-data; boundary=${'x'.repeat(1024)}`],
  ['a quoted boundary of 1 kB', `multipart/form-data; boundary="${'x'.repeat(1024)}"`],
  ['a boundary that its parts don’t use', 'multipart/form-data; boundary=y'],
])('[U05] refuses a form with %s', async ([, type]) => {
  expectRefusal(await post(`${named}--x--\r\n`, { 'content-type': type! }), {
    status: 400,
    code: 'malformed_request',
  })
})

test.for([
  ['no closing boundary', named],
  ['an unfinished part', '--x\r\nContent-Disposition: form-data; name="fi'],
  ['no content', ''],
])('refuses a form with %s', async ([, body]) => {
  expectRefusal(await post(body!, multipart), { status: 400, code: 'malformed_request' })
})

test.for(['__proto__', 'constructor', 'note', 'a/b~c'])(
  '[U07] refuses a field named %s before or after the file',
  async (name) => {
    const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const refusal: Parameters<typeof expectRefusal>[1] = {
      status: 422,
      code: 'validation_failed',
      errors: [{ pointer, message: 'is not known here' }],
    }
    expectRefusal(await post(form([name, 'x'], ['file', file])), refusal)
    expectRefusal(await post(form(['file', file], [name, 'x'])), refusal)
    expectRefusal(await post(form([name, file])), refusal)
  },
)

test('leaves no file behind when one follows a refused part, whenever it arrives', async () => {
  for (let turns = 0; turns < 40; turns++) {
    const request = Object.assign(new PassThrough(), {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      setTimeout: () => {},
    })
    const received = receiveUpload(request as unknown as IncomingMessage, {
      bytesMax: 1_000,
      folder: deps.files.tempDir,
    })
    const refused = expect(received).rejects.toMatchObject({ code: 'validation_failed' })
    request.write('--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nx\r\n--x\r\n')
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    request.end('Content-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--x--\r\n')
    await refused
  }
  await wait(50)
  expect(await temporaries()).toEqual([])
})

test.for([
  ['two files', form(['file', file], ['file', file])],
  ['a thousand files', form(...Array<[string, Blob]>(1000).fill(['file', new Blob(['x'])]))],
  ['no file', form()],
  ['text instead of the file', form(['file', 'words'])],
] as const)('[U08] refuses a form with %s', async ([, body]) => {
  expectRefusal(await post(body), {
    status: 422,
    code: 'validation_failed',
    errors: [{ pointer: '/file', message: 'must be one file' }],
  })
})

test('[C14] refuses anything but form data, and says what to send', async () => {
  const types = ['application/json', 'image/png', 'multipart/mixed; boundary=x', 'multipart/form-datax']
  for (const type of types) {
    const answer = await post('{}', { 'content-type': type })
    const problem = expectRefusal(answer, { status: 415, code: 'unsupported_media_type' })
    expect(problem.detail).toBe('Send the file as form data.')
  }
  const empty = await readAnswer(fetch(uploadUrl, { method: 'POST' }))
  expectRefusal(empty, { status: 415, code: 'unsupported_media_type' })
})

test('refuses an upload with an invalid query before receiving its file', async () => {
  expectRefusal(await post(form(['file', file]), {}, `${uploadUrl}?what=1`), {
    status: 422,
    code: 'validation_failed',
  })
  // Announces a file and sends none.
  const announced = head(50_000)
    .replace('/take ', '/take?what=1 ')
    .replace('Host: x', 'Host: x\r\nConnection: close')
  const answer = await readToEnd(await openSocket(origin, announced))
  expectRefusal(
    { ...answer, body: /{.*}/s.exec(answer.body)?.[0] ?? '' },
    { status: 422, code: 'validation_failed' },
  )
})

test('[U35] a caller who disconnects halfway leaves no file behind, and causes no internal error', async () => {
  const body = `${named.slice(0, -2)}${'x'.repeat(50_000)}`
  const socket = await openSocket(origin, `${head(100_000)}${body}`)
  await vi.waitFor(async () => expect(await temporaries()).toHaveLength(1))
  socket.destroy()
  await vi.waitFor(async () => expect(await temporaries()).toEqual([]), 5_000)
  expect(logs.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

test('a handler that fails leaves no file behind', async () => {
  const answer = await post(form(['file', file]), {}, `${origin}/api/test/files/fail`)
  expectRefusal(answer, { status: 500, code: 'internal_error' })
  expect(await temporaries()).toEqual([])
})

testFull('refuses an upload with storage_full when the disk is full, and leaves no file behind', async () => {
  const { tempDir } = deps.files
  Object.assign(deps.files, { tempDir: tiny })
  try {
    const answer = await post(form(['file', file]))
    expectRefusal(answer, { status: 507, code: 'storage_full' })
    expect(await readdir(tiny!)).toEqual([])
  } finally {
    Object.assign(deps.files, { tempDir })
  }
})
