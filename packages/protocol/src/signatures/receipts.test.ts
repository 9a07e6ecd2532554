import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inputSchema } from '../apps/app-input.ts'
import { firstReceipt } from '../test/first-receipt.ts'
import {
  FirstReceiptClaims,
  firstReceiptType,
  inputHash,
  ReceiptClaims,
  receiptTypedData,
  SecondReceiptClaims,
  STATED_CHARACTERS_MAX,
  secondReceiptType,
  sha256Hex,
  statedText,
} from './receipts.ts'

const hash = 'ab'.repeat(32)
const claims: SecondReceiptClaims = {
  v: 2,
  job: '0198c0de-0000-7000-8000-000000000001',
  app: 'echo',
  appVersion: 1,
  inputHash: hash,
  outputHashes: [hash],
  startedAt: 1_767_225_600_000,
  runMs: 1234,
  price: 7,
  node: '0x52908400098527886E0F7030069857D2E4169EE7',
  engine: 'onnxruntime-node',
  engineVersion: '1.30.0',
  model: 'u2netp, modnet',
  weights: hash,
  weightsProof: 'pinned',
  agent: '1.0.1',
  program: hash,
  platform: 'linux-arm64',
}

test("the order of fields does not change an input's hash, not even within boxes", async () => {
  const one = { text: 'a', seconds: 0.5, boxes: [{ x: 1, y: 2, width: 3, height: 4 }], seed: 7 }
  const other = { seed: 7, boxes: [{ height: 4, width: 3, y: 2, x: 1 }], seconds: 0.5, text: 'a' }
  expect(await inputHash(one, {})).toBe(await inputHash(other, {}))
})

test("storage as JSON does not change an input's hash, whatever the number", async () => {
  for (const seconds of [0, 0.1, 1e-7, 1 / 3, 2 ** 32 - 1, 12.300000000000001]) {
    const input = { seconds, text: 'é\u2028"\\\n🦊' }
    expect(await inputHash(JSON.parse(JSON.stringify(input)), {})).toBe(await inputHash(input, {}))
  }
})

test("an input's hash covers the content of files, not the ids of their uploads", async () => {
  const files = { image: hash }
  const one = await inputHash({ image: 'upload-1', mode: 'a' }, files)
  expect(await inputHash({ mode: 'a', image: 'upload-2' }, files)).toBe(one)
  expect(await inputHash({ image: 'upload-1', mode: 'a' }, { image: 'cd'.repeat(32) })).not.toBe(one)
})

test('different inputs have different hashes, even if text only moves between fields', async () => {
  const hashes = await Promise.all(
    [{ a: 'b' }, { a: 'c' }, { ab: '' }, { a: 'b', c: '' }, { a: 1 }, { a: '1' }, { a: true }, {}].map(
      (input) => inputHash(input as never, {}),
    ),
  )
  expect(new Set(hashes).size).toBe(hashes.length)
})

test('inputs that parse to the same value have the same hash', async () => {
  const schema = inputSchema([
    { kind: 'boxes', name: 'boxes', label: '', help: '', over: 'image', countMax: 1 },
    { kind: 'text', name: 'text', label: '', help: '', maxLength: 9, default: 'x' },
  ])
  const one = schema.parse({ boxes: [{ height: 1, width: 2, y: 3, x: 4 }], text: ' x ' })
  const other = schema.parse({ boxes: [{ x: 4, y: 3, width: 2, height: 1 }] })
  expect(await inputHash(one, {})).toBe(await inputHash(other, {}))
})

test('sha256Hex equals the SHA-256 of Node.js', async () => {
  for (const text of ['', 'abc', 'é🦊']) {
    const bytes = new TextEncoder().encode(text)
    expect(await sha256Hex(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})

test('signs every claim with its own type', () => {
  const { v, ...signed } = SecondReceiptClaims.shape
  expect(secondReceiptType.types.Receipt.map(({ name }) => name)).toEqual(Object.keys(signed))
  const data = receiptTypedData(claims)
  expect(data.domain).toEqual({ name: 'Infra receipt', version: '2' })
  expect(Object.keys(data.message)).toEqual(Object.keys(signed))
  expect(data).toMatchObject({
    primaryType: 'Receipt',
    message: {
      job: claims.job,
      node: claims.node,
      runMs: 1234n,
      price: 7n,
      inputHash: `0x${hash}`,
      outputHashes: [`0x${hash}`],
      startedAt: 1_767_225_600_000n,
      engine: 'onnxruntime-node',
      weights: `0x${hash}`,
      weightsProof: 'pinned',
      program: `0x${hash}`,
    },
  })
})

test('claims without a version are still signed with the nine fields of the first type', () => {
  const { claims: first } = firstReceipt
  expect(ReceiptClaims.parse(first)).toEqual(first)
  const data = receiptTypedData(first)
  expect(data.domain).toEqual({ name: 'Infra receipt', version: '1' })
  expect(data.types).toBe(firstReceiptType.types)
  expect(data.types.Receipt!.map(({ type, name }) => `${type} ${name}`).join(',')).toBe(
    'string job,string app,uint32 appVersion,bytes32 inputHash,bytes32[] outputHashes,uint64 startedAt,uint64 runMs,uint64 price,address node',
  )
  expect(Object.keys(data.message)).toEqual(Object.keys(FirstReceiptClaims.shape))
})

test('refuses claims with a missing field, an extra field or an unknown version', () => {
  for (const whole of [claims, firstReceipt.claims]) {
    expect(ReceiptClaims.safeParse(whole).success).toBe(true)
    for (const name of Object.keys(whole)) {
      const { [name as keyof ReceiptClaims]: _, ...rest } = whole
      expect(ReceiptClaims.safeParse(rest).success).toBe(false)
    }
    expect(ReceiptClaims.safeParse({ ...whole, bonus: 1 }).success).toBe(false)
  }
  for (const v of [1, 3, '2', null]) expect(ReceiptClaims.safeParse({ ...claims, v }).success).toBe(false)
})

test.for(['', ' ', ' a', 'a ', 'a\nb', 'a\0', 'a\u202eb', 'a\u200bb', 'a\ufe0f', '\ud83e', 'x'.repeat(121)])(
  'refuses a model name that is empty, too long or not shown as it is: %j',
  (model) => {
    expect(ReceiptClaims.safeParse({ ...claims, model }).success).toBe(false)
  },
)

test('cuts megabytes of text to the maximum, and refuses them in claims', () => {
  expect(statedText('🦊'.repeat(2_000_000))).toBe('🦊'.repeat(STATED_CHARACTERS_MAX / 2))
  expect(ReceiptClaims.safeParse({ ...claims, model: 'x'.repeat(2_000_000) }).success).toBe(false)
})

test.for([
  ['llama3.2:3b-instruct', 'llama3.2:3b-instruct'],
  ['动漫 v2.safetensors', '动漫 v2.safetensors'],
  ['  a\n\tb\u00a0 c\u202e ', 'ab c'],
  ['\u200b\0', undefined],
  ['', undefined],
  ['🦊'.repeat(100), '🦊'.repeat(STATED_CHARACTERS_MAX / 2)],
  [`x${'🦊'.repeat(100)}`, `x${'🦊'.repeat(STATED_CHARACTERS_MAX / 2 - 1)}`],
  [`${'x'.repeat(STATED_CHARACTERS_MAX - 1)} y`, 'x'.repeat(STATED_CHARACTERS_MAX - 1)],
] as const)("turns a program's name for its model into one that claims accept: %j", ([name, stated]) => {
  expect(statedText(name)).toBe(stated)
  if (stated) expect(ReceiptClaims.safeParse({ ...claims, model: stated }).success).toBe(true)
})
