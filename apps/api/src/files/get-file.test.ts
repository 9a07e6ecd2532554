import { getFile, type UploadedFile } from '@infra/protocol/files'
import type { StoredFile } from '@infra/protocol/jobs'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { endedJob } from '../test/ended-job.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { drawing, wavOf } from '../test/inputs/sample-files.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { storeTestOutput } from '../test/store-test-output.ts'
import { uploader } from '../test/uploader.ts'
import { findBlobs } from './blob-queries.ts'
import { dropFiles, setFilesPublic, useFiles } from './file-uses.ts'
import { presentFile } from './present-file.ts'

const testApi = await startTestApi()
const { call, clock, deps, logs, origin } = testApi
const { send } = uploader(testApi)

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(origin + path, { headers, method })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

/** The file in the form in which a job has it. */
async function stored(sha256: string): Promise<StoredFile> {
  const blob = (await findBlobs(deps.db, [sha256])).get(sha256)!
  return { ...blob, name: 'result', text: null }
}

/** Makes a file public by adding it to a public job. */
async function publish(sha256: string): Promise<{ jobId: string; url: string }> {
  const jobId = await endedJob(deps)
  await useFiles(deps.db, jobId, [{ role: 'output', name: 'result', sha256 }], true)
  return { jobId, url: presentFile(deps, await stored(sha256), { isPublic: true }).url! }
}

let sound: UploadedFile
let picture: UploadedFile
let publicSound: string
/** New links for each test because they expire. */
let signed: { sound: string; picture: string }

beforeEach(async () => {
  sound ??= await send(wavOf({ seconds: 0.01 }), 'a.wav')
  picture ??= await send(await drawing({ width: 1000, height: 500 }).png().toBuffer())
  publicSound ??= (await publish(sound.sha256)).url
  const link = async ({ sha256 }: UploadedFile) =>
    presentFile(deps, await stored(sha256), { isPublic: false }).url!
  signed = { sound: await link(sound), picture: await link(picture) }
})
const content = wavOf({ seconds: 0.01 })

test('serves a public file to anyone, cacheable for ever, at an address that contains its hash', async () => {
  expect(publicSound).toBe(`/api/file/${sound.sha256}.wav`)
  const response = await get(publicSound)
  expect(response.status).toBe(200)
  expect(await bytesOf(response)).toEqual(content)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/wav',
    'content-length': String(content.length),
    'cache-control': 'public, max-age=31536000, immutable',
    etag: `"${sound.sha256}"`,
    'accept-ranges': 'bytes',
  })
  const withoutEnding = await call(getFile, { params: { name: sound.sha256 }, query: {} })
  expect(await bytesOf(withoutEnding)).toEqual(content)
})

test('answers 304 if the caller already has the file', async () => {
  const etag = `"${sound.sha256}"`
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const response = await get(publicSound, { 'if-none-match': known })
    expect(response.status).toBe(304)
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(await response.text()).toBe('')
  }
  expect((await get(publicSound, { 'if-none-match': '"other"' })).status).toBe(200)
})

test('answers HEAD with the headers of GET and without a body', async () => {
  const [head, full] = [await get(publicSound, {}, 'HEAD'), await get(publicSound)]
  const headerNames = ['content-type', 'content-length', 'etag', 'cache-control', 'content-disposition']
  for (const name of headerNames) expect(head.headers.get(name)).toBe(full.headers.get(name))
  expect(head.status).toBe(200)
  expect((await bytesOf(head)).length).toBe(0)
  await full.arrayBuffer()
})

test.for([
  ['bytes=0-0', 0, 1],
  ['bytes=5-9', 5, 10],
  ['bytes=100-', 100, content.length],
  ['bytes=-7', content.length - 7, content.length],
  ['bytes=10-999999', 10, content.length],
  ['bytes=-999999', 0, content.length],
] as const)('[U40] Range %s returns that part', async ([range, start, end]) => {
  const response = await get(publicSound, { range })
  expect(response.status).toBe(206)
  expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${content.length}`)
  expect(await bytesOf(response)).toEqual(content.subarray(start, end))
})

test.for([
  'bytes=5-2',
  'bytes=-0',
  'bytes=204-',
  'bytes=-',
  'bytes=x-y',
  'bytes=1-2-3',
  `bytes=${'9'.repeat(30)}-`,
])('[U40] Range %s cannot be satisfied', async (range) => {
  const answer = await readAnswer(get(publicSound, { range }))
  expectRefusal(answer, { status: 416, code: 'range_not_satisfiable' })
  expect(answer.headers.get('content-range')).toBe(`bytes */${content.length}`)
})

test('[U40] returns the whole file for a thousand ranges, another unit, or an If-Range that does not match', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => `${index % 100}-`).join(',')
  const requests: Record<string, string>[] = [
    { range: `bytes=${many}` },
    { range: 'pages=1-2' },
    { range: 'bytes=0-1', 'if-range': '"other"' },
  ]
  for (const headers of requests) {
    const response = await get(publicSound, headers)
    expect(response.status).toBe(200)
    expect(await bytesOf(response)).toEqual(content)
  }
  const same = await get(publicSound, { range: 'bytes=0-1', 'if-range': `"${sound.sha256}"` })
  expect(same.status).toBe(206)
  await same.arrayBuffer()
})

test('[U41] sends files with headers that forbid them to run or load anything, and others to embed them', async () => {
  for (const url of [publicSound, signed.sound, signed.picture]) {
    const response = await get(url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': expect.stringMatching(/^inline; filename="[0-9a-f]{12}\.(wav|png)"/),
    })
    await response.arrayBuffer()
  }
})

test('[U41] serves SVG and JSON as downloads', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>'
  for (const [kind, bytes] of [
    ['svg', svg],
    ['json', '{"a":1}'],
  ] as const) {
    const { sha256 } = await storeTestOutput(deps, kind, bytes)
    const response = await get((await publish(sha256)).url)
    expect(await response.text()).toBe(bytes)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  }
})

test.for([
  ['fox', 'fox.wav', 'fox.wav'],
  ['fox.wav', 'fox.wav', 'fox.wav'],
  ['fox.html', 'fox.html.wav', 'fox.html.wav'],
  ['Füchse 🦊', 'F_chse __.wav', 'F%C3%BCchse%20%F0%9F%A6%8A.wav'],
  ['a"b\\c;d', 'a_b_c;d.wav', 'a_b_c%3Bd.wav'],
  ['a\r\nSet-Cookie: a=b', 'a__Set-Cookie_ a=b.wav', 'a__Set-Cookie_%20a%3Db.wav'],
  ['../../etc/passwd', '_.._etc_passwd.wav', '_.._etc_passwd.wav'],
  ['\u202egnp.exe', '_gnp.exe.wav', '_gnp.exe.wav'],
  ["it's (1)*", "it's (1)_.wav", 'it%27s%20%281%29_.wav'],
  ['100%', '100_.wav', '100%25.wav'],
  ['...', 'file.wav', 'file.wav'],
])(
  '[U10] a download as "%s" gets a safe file name, and no extra header',
  async ([download, ascii, extended]) => {
    const response = await get(`${publicSound}?${new URLSearchParams({ download: download! })}`)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${ascii}"; filename*=UTF-8''${extended}`,
    )
    expect(response.headers.get('set-cookie')).toBeNull()
    await response.arrayBuffer()
  },
)

test('serves a private file only under its signed link, and only for private caches', async () => {
  const response = await get(signed.picture)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, max-age=600')
  await response.arrayBuffer()

  const bare = signed.picture.split('?')[0]!
  expectRefusal(await readAnswer(get(bare)), { status: 404, code: 'not_found' })
})

test.for([
  ['that is cut short', (url: string): string => url.slice(0, -1)],
  ['that ends differently', (url: string): string => `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`],
  ['that is empty', (url: string): string => url.replace(/signature=.*/, 'signature=')],
  ['for another expiry time', (url: string): string => url.replace(/expires=\d+/, 'expires=9999999999')],
  ['but no expiry time', (url: string): string => url.replace(/expires=\d+&/, '')],
  [
    'for another file',
    (): string => signed.sound.replace(sound.sha256, picture.sha256).replace('.wav', '.png'),
  ],
  ['for a file that does not exist', (url: string): string => url.replace(picture.sha256, 'f'.repeat(64))],
] as const)('[J41] refuses a link with a signature %s', async ([, change]) => {
  expectRefusal(await readAnswer(get(change(signed.picture))), { status: 403, code: 'url_invalid' })
})

test('[J41] a link is valid for at most 15 minutes, and the same one is given for five', async () => {
  clock.now = new Date('2026-02-01T12:00:00Z')
  const file = await stored(picture.sha256)
  const link = () => presentFile(deps, file, { isPublic: false }).url!
  const first = link()
  clock.now = new Date('2026-02-01T12:04:59Z')
  expect(link()).toBe(first)
  clock.now = new Date('2026-02-01T12:05:00Z')
  expect(link()).not.toBe(first)
  clock.now = new Date('2026-02-01T12:14:59Z')
  expect((await get(first)).status).toBe(200)
  clock.now = new Date('2026-02-01T12:15:00Z')
  expectRefusal(await readAnswer(get(first)), { status: 403, code: 'url_invalid' })
})

test('another API process on the same database accepts the links of this one', async () => {
  const env = { DATABASE_URL: deps.config.databaseUrl, FILES_DIR: deps.config.filesDir }
  const other = await startTestApi({ env })
  other.clock.now = clock.now
  const { url } = presentFile(deps, await stored(picture.sha256), { isPublic: false })
  expect((await fetch(other.origin + url)).status).toBe(200)
})

test('a file is public as long as one of its jobs is', async () => {
  const { sha256 } = await storeTestOutput(deps, 'json', '{"follows":1}')
  const [one, two] = [await publish(sha256), await publish(sha256)]
  const status = async () => (await get(one.url)).status
  expect(await status()).toBe(200)
  await setFilesPublic(deps.db, one.jobId, false)
  expect(await status()).toBe(200)
  await dropFiles(deps.db, [two.jobId])
  expect(await status()).toBe(404)
  await setFilesPublic(deps.db, one.jobId, true)
  expect(await status()).toBe(200)
})

test.for([
  ['an unknown hash', (): string => `/api/file/${'0'.repeat(64)}`],
  ['a name that is not a hash', (): string => '/api/file/fox.png'],
  ['a path with ..', (): string => '/api/file/..%2f..%2fetc%2fpasswd'],
  ['another extension', (): string => publicSound.replace('.wav', '.html')],
  ['a thumbnail of a sound', (): string => `${publicSound}?size=320`],
] as const)('%s is not found', async ([, path]) => {
  expectRefusal(await readAnswer(get(path())), { status: 404, code: 'not_found' })
})

test('serves thumbnails in two sizes and formats, under the signature of the picture', async () => {
  for (const [size, format, width] of [
    ['320', 'avif', 320],
    ['640', 'avif', 640],
    ['320', 'webp', 320],
    ['640', 'webp', 640],
  ] as const) {
    const response = await get(`${signed.picture}&size=${size}&format=${format}`)
    expect(response.headers.get('content-type')).toBe(`image/${format}`)
    expect(response.headers.get('etag')).toBe(`"${picture.sha256}.${size}.${format}"`)
    const bytes = await bytesOf(response)
    expect(String(bytes.length)).toBe(response.headers.get('content-length'))
    if (format === 'webp') expect(await sharp(bytes).metadata()).toMatchObject({ width, height: width / 2 })
    else expect(bytes.toString('latin1', 4, 12)).toBe('ftypavif')
  }
  const withoutFormat = await get(`${signed.picture}&size=320`)
  expect(withoutFormat.headers.get('content-type')).toBe('image/avif')
})

test('presents a file with its URL, placeholder, and thumbnails with their actual widths', async () => {
  const file = await stored(picture.sha256)
  const shown = presentFile(deps, file, { isPublic: true })
  const url = `/api/file/${picture.sha256}.png`
  expect(shown).toMatchObject({
    url,
    thumbnailUrl: `${url}?size=640&format=avif`,
    thumbnailSrcset: `${url}?size=320&format=avif 320w, ${url}?size=640&format=avif 640w`,
    placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
  })
  const small = presentFile(deps, { ...file, width: 100, height: 300 }, { isPublic: true })
  expect(small.thumbnailSrcset).toBe(`${url}?size=640&format=avif 100w`)
  const tall = presentFile(deps, { ...file, width: 500, height: 1000 }, { isPublic: true })
  expect(tall.thumbnailSrcset).toContain('160w, ')
  const text = presentFile(deps, { ...file, kind: 'text' }, { isPublic: true })
  expect(text).toMatchObject({ url: null, thumbnailUrl: null, thumbnailSrcset: null })
})

test('a file that is missing from the store is not found, and logged as an error', async () => {
  const { sha256 } = await storeTestOutput(deps, 'json', '{"lost":1}')
  const { url } = await publish(sha256)
  await deps.files.store.remove([sha256])
  expectRefusal(await readAnswer(get(url)), { status: 404, code: 'not_found' })
  expect(logs.filter(({ level }) => level === 50)).toMatchObject([
    { msg: 'a file is missing from the store' },
  ])
  logs.length = 0
})
