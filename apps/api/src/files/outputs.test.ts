import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { OutputKind } from '@infra/protocol/apps/app'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { drawing, flatPng, pngHeader, pngOf, wavOf } from '../test/inputs/sample-files.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { storeTestOutput } from '../test/store-test-output.ts'
import { findBlobs } from './blob-queries.ts'
import { listAttemptFiles } from './file-uses.ts'

const { deps } = await startTestApi()
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

afterEach(async () => {
  expect(await readdir(deps.files.tempDir)).toEqual([])
})

const store = (
  kind: OutputKind,
  content: Buffer | string,
  options: Parameters<typeof storeTestOutput>[3] = {},
) => storeTestOutput(deps, kind, content, options)

async function kept({ sha256 }: { sha256: string }): Promise<Buffer> {
  const opened = await deps.files.store.open(sha256)
  return Buffer.concat(await opened!.content.toArray())
}

test.for(['png', 'jpeg', 'webp', 'lossless webp'] as const)(
  'keeps a %s without metadata byte for byte, so that the hash in the receipt stays valid',
  async (format) => {
    const picture = drawing({ width: 900, height: 700, alpha: format === 'webp' })
    const bytes = await {
      png: () => picture.png(),
      jpeg: () => picture.jpeg(),
      webp: () => picture.webp(),
      'lossless webp': () => picture.webp({ lossless: true }),
    }
      [format]()
      .toBuffer()
    const attemptId = randomUUID()
    const output = await store('image', bytes, { attemptId })

    expect(output).toEqual({ sha256: hashOf(bytes), bytes: bytes.length })
    expect((await kept(output)).equals(bytes)).toBe(true)
    expect(await listAttemptFiles(deps.db, attemptId)).toEqual([{ sha256: output.sha256, kind: 'image' }])
    const blob = (await findBlobs(deps.db, [output.sha256])).get(output.sha256)
    expect(blob).toMatchObject({ width: 900, height: 700, mime: expect.stringContaining('image/') })
  },
)

test('stores an output only once if an attempt sends it twice', async () => {
  const attemptId = randomUUID()
  const bytes = await drawing().png().toBuffer()
  const both = await Promise.all([store('image', bytes, { attemptId }), store('image', bytes, { attemptId })])
  expect(both[0]).toEqual(both[1])
  expect(await listAttemptFiles(deps.db, attemptId)).toHaveLength(1)
})

test('[N20] refuses a file whose hash is not the declared one, and then accepts it with the right one', async () => {
  const bytes = await drawing().png().toBuffer()
  const attemptId = randomUUID()
  const refused = store('image', bytes, { attemptId, declared: '0'.repeat(64) })
  await expect(refused).rejects.toMatchObject({ code: 'hash_mismatch' })
  expect(await listAttemptFiles(deps.db, attemptId)).toEqual([])
  await store('image', bytes, { attemptId })
})

test.for([
  ['[N22] HTML instead of a picture', 'image', '<!doctype html><script>alert(1)</script>'],
  ['a picture instead of a sound', 'audio', 'png'],
  ['a picture instead of a drawing', 'svg', 'png'],
  ['a picture instead of JSON', 'json', 'png'],
  [
    'a drawing instead of a picture',
    'image',
    '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  ],
  ['a sound instead of a picture', 'image', 'wav'],
  ['text as a file', 'text', 'fox'],
  ['text instead of JSON', 'json', 'fox'],
  ['[U31] JSON with a byte order mark', 'json', '\uFEFF{}'],
  [
    '[U31] a drawing with a byte order mark',
    'svg',
    '\uFEFF<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  ],
  ['[U31] JSON in UTF-16', 'json', Buffer.from('{"a":1}', 'utf16le').toString('latin1')],
  ['JSON nested a thousand levels deep', 'json', '['.repeat(1000) + ']'.repeat(1000)],
  ['[U31] JSON in one line of 5 MB', 'json', `"${'x'.repeat(5_000_000)}"`],
] as [string, OutputKind, string][])('%s is refused as a type mismatch', async ([, kind, content]) => {
  const made: Record<string, () => Promise<Buffer> | Buffer> = {
    png: () => drawing().png().toBuffer(),
    wav: () => wavOf(),
  }
  const bytes = await (made[content]?.() ?? Buffer.from(content))
  await expect(store(kind, bytes)).rejects.toMatchObject({ code: 'type_mismatch' })
})

test('[U31] refuses JSON that is not UTF-8', async () => {
  await expect(store('json', Buffer.from([0x22, 0xff, 0xfe, 0x22]))).rejects.toMatchObject({
    code: 'type_mismatch',
  })
})

test('refuses an empty file of any kind', async () => {
  for (const kind of ['image', 'svg', 'json', 'audio'] as const) {
    await expect(store(kind, '')).rejects.toMatchObject({ code: 'empty_file' })
  }
})

test('keeps JSON, sounds and plain drawings byte for byte', async () => {
  const svg =
    '<?xml version="1.0" encoding="UTF-8"?>\n<!-- Generator: fox -->\n<svg version="1.1" xmlns="http://www.w3.org/2000/svg" width="20" height="10"><path d="M0 0 C1 2 3 4 5 6 Z" fill="#FEFEFE" transform="translate(0,0)"/></svg>\n'
  for (const [kind, content] of [
    ['json', '{"ä": [1, 2.5e3, null]}\n'],
    ['audio', wavOf()],
    ['svg', svg],
  ] as const) {
    const bytes = Buffer.from(content as string)
    const output = await store(kind, bytes)
    expect(output.sha256).toBe(hashOf(bytes))
    expect((await kept(output)).equals(bytes)).toBe(true)
  }
  const { sha256 } = await store('svg', svg)
  expect((await findBlobs(deps.db, [sha256])).get(sha256)).toMatchObject({
    kind: 'svg',
    width: 20,
    height: 10,
    placeholder: expect.stringMatching(/^data:/),
  })
})

test('[N25] rewrites a picture without its metadata, with the same pixels', async () => {
  const plain = await drawing().png().toBuffer()
  const described = await drawing()
    .withExif({ IFD0: { Artist: 'hush' } })
    .png()
    .toBuffer()
  const output = await store('image', described)
  expect(output.sha256).not.toBe(hashOf(described))
  const bytes = await kept(output)
  expect(output.bytes).toBe(bytes.length)
  expect(bytes.includes('hush')).toBe(false)
  const pixels = (png: Buffer) => sharp(png).raw().toBuffer()
  expect((await pixels(bytes)).equals(await pixels(plain))).toBe(true)
})

test('[N25] removes from a picture what belongs to another file format', async () => {
  const page = Buffer.from('<script>alert("hush")</script>')
  const png = await drawing().png().toBuffer()
  const jpeg = await drawing().jpeg().toBuffer()
  const webp = await drawing().webp().toBuffer()
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), page])
  const polyglots = [
    Buffer.concat([png, page]),
    Buffer.concat([jpeg, page]),
    Buffer.concat([webp, page]),
    Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
    insertChunk(png, 'tEXt', page),
    insertChunk(png, 'gAMA', page),
  ]
  for (const polyglot of polyglots) {
    expect(polyglot.includes('hush')).toBe(true)
    expect((await kept(await store('image', polyglot))).includes('hush')).toBe(false)
  }
})

test.for(['jpeg', 'png', 'webp'] as const)(
  'decodes a %s to its last line before it is kept byte for byte',
  async (format) => {
    const whole = await drawing({ width: 3000, height: 2001 })[format]().toBuffer()
    const damaged = Buffer.from(whole)
    // Near the end, and leaving all lengths as they are.
    damaged.fill(0x55, whole.length - 400, whole.length - 60)
    await expect(store('image', damaged)).rejects.toMatchObject({ code: 'corrupt_file' })
  },
)

test('refuses a picture that is too large or broken, and converts CMYK and 16-bit pictures to 8-bit sRGB', async () => {
  await expect(store('image', flatPng(14_000, 14_000))).rejects.toMatchObject({ code: 'validation_failed' })
  const broken = pngOf(pngHeader(0, 0), ['IDAT', Buffer.alloc(9)], ['IEND', Buffer.alloc(0)])
  await expect(store('image', broken)).rejects.toMatchObject({ code: 'corrupt_file' })
  for (const bytes of [
    await drawing().toColourspace('cmyk').jpeg().toBuffer(),
    await drawing().toColourspace('rgb16').png().toBuffer(),
  ]) {
    const output = await kept(await store('image', bytes))
    expect(await sharp(output).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' })
  }
})

function insertChunk(png: Buffer, type: string, content: Buffer): Buffer {
  const chunk = pngOf([type, content]).subarray(8)
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}
