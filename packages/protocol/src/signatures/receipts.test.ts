import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inputSchema } from '../apps/app-input.ts'
import { inputHash, ReceiptClaims, receiptTypedData, receiptTypes, sha256Hex } from './receipts.ts'

const hash = 'ab'.repeat(32)
const claims: ReceiptClaims = {
  job: '0198c0de-0000-7000-8000-000000000001',
  app: 'echo',
  appVersion: 1,
  inputHash: hash,
  outputHashes: [hash],
  startedAt: 1_767_225_600_000,
  runMs: 1234,
  price: 7,
  node: '0x52908400098527886E0F7030069857D2E4169EE7',
}

test('an input has the same hash however its fields were ordered, in boxes too', async () => {
  const one = { text: 'a', seconds: 0.5, boxes: [{ x: 1, y: 2, width: 3, height: 4 }], seed: 7 }
  const other = { seed: 7, boxes: [{ height: 4, width: 3, y: 2, x: 1 }], seconds: 0.5, text: 'a' }
  expect(await inputHash(one, {})).toBe(await inputHash(other, {}))
})

test('it survives being kept as JSON, whatever the number', async () => {
  for (const seconds of [0, 0.1, 1e-7, 1 / 3, 2 ** 32 - 1, 12.300000000000001]) {
    const input = { seconds, text: 'é\u2028"\\\n🦊' }
    expect(await inputHash(JSON.parse(JSON.stringify(input)), {})).toBe(await inputHash(input, {}))
  }
})

test('files count by what is in them, not by the name that an upload got', async () => {
  const files = { image: hash }
  const one = await inputHash({ image: 'upload-1', mode: 'a' }, files)
  expect(await inputHash({ mode: 'a', image: 'upload-2' }, files)).toBe(one)
  expect(await inputHash({ image: 'upload-1', mode: 'a' }, { image: 'cd'.repeat(32) })).not.toBe(one)
})

test('another input has another hash, also where the words only moved', async () => {
  const hashes = await Promise.all(
    [{ a: 'b' }, { a: 'c' }, { ab: '' }, { a: 'b', c: '' }, { a: 1 }, { a: '1' }, { a: true }, {}].map(
      (input) => inputHash(input as never, {}),
    ),
  )
  expect(new Set(hashes).size).toBe(hashes.length)
})

test('what the fields made of an input is what is hashed, so that a node comes to the same', async () => {
  const schema = inputSchema([
    { kind: 'boxes', name: 'boxes', label: '', help: '', over: 'image', countMax: 1 },
    { kind: 'text', name: 'text', label: '', help: '', maxLength: 9, default: 'x' },
  ])
  const one = schema.parse({ boxes: [{ height: 1, width: 2, y: 3, x: 4 }], text: ' x ' })
  const other = schema.parse({ boxes: [{ x: 4, y: 3, width: 2, height: 1 }] })
  expect(await inputHash(one, {})).toBe(await inputHash(other, {}))
})

test('bytes are hashed as everyone else hashes them', async () => {
  for (const text of ['', 'abc', 'é🦊']) {
    const bytes = new TextEncoder().encode(text)
    expect(await sha256Hex(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})

test('every claim is signed, and each as what it is', () => {
  expect(receiptTypes.Receipt.map(({ name }) => name)).toEqual(Object.keys(ReceiptClaims.shape))
  expect(receiptTypedData(claims)).toMatchObject({
    primaryType: 'Receipt',
    message: {
      job: claims.job,
      node: claims.node,
      runMs: 1234n,
      price: 7n,
      inputHash: `0x${hash}`,
      outputHashes: [`0x${hash}`],
      startedAt: 1_767_225_600_000n,
    },
  })
})

test('claims with something missing, or something more, are none', () => {
  expect(ReceiptClaims.safeParse(claims).success).toBe(true)
  for (const name of Object.keys(claims)) {
    const { [name as keyof ReceiptClaims]: _, ...rest } = claims
    expect(ReceiptClaims.safeParse(rest).success).toBe(false)
  }
  expect(ReceiptClaims.safeParse({ ...claims, bonus: 1 }).success).toBe(false)
})
