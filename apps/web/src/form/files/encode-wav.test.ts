import { expect, test } from 'vitest'
import { encodeWav, isWav } from './encode-wav.ts'

test('a WAV has its header, and each sample as a signed 16-bit number', async () => {
  const wav = encodeWav(Float32Array.from([0, 1, -1, 2]), 16_000)
  const bytes = new DataView(await wav.arrayBuffer())
  expect(bytes.byteLength).toBe(44 + 8)
  expect(bytes.getUint32(4, true)).toBe(bytes.byteLength - 8)
  expect([bytes.getUint16(22, true), bytes.getUint32(24, true), bytes.getUint16(34, true)]).toEqual([
    1, 16_000, 16,
  ])
  expect([0, 2, 4, 6].map((at) => bytes.getInt16(44 + at, true))).toEqual([0, 32_767, -32_767, 32_767])
  expect(await isWav(wav)).toBe(true)
  expect(await isWav(new Blob(['ID3 is no WAV']))).toBe(false)
})
