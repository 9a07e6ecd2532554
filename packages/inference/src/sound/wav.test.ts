import { expect, test } from 'vitest'
import { encodeWav, monoSamples, parseWav, WavError, type WavFormat, wavHeader } from './wav.ts'

test('parses what it encoded, clipped to the range', () => {
  const wav = parseWav(encodeWav(Float32Array.of(0, 0.5, -1, 2), 16_000))

  expect(wav.format).toEqual({ tag: 1, channels: 1, rate: 16_000, bits: 16, frameBytes: 2 })
  expect([...monoSamples(wav)].map((sample) => Math.round(sample * 100) / 100)).toEqual([0, 0.5, -1, 1])
})

test('mixes channels into one and replaces NaN with silence', () => {
  const format: WavFormat = { tag: 3, channels: 2, rate: 8000, bits: 32, frameBytes: 8 }
  const data = Buffer.alloc(16)
  for (const [at, sample] of [0.5, -0.25, Number.NaN, 1].entries()) data.writeFloatLE(sample, at * 4)

  expect([...monoSamples(parseWav(Buffer.concat([wavHeader(format, 16), data])))]).toEqual([0.125, 0])
})

const plain: WavFormat = { tag: 1, channels: 1, rate: 8000, bits: 16, frameBytes: 2 }
const fileOf = (format: Partial<WavFormat>, dataBytes = 4) =>
  Buffer.concat([wavHeader({ ...plain, ...format }, dataBytes), Buffer.alloc(dataBytes)])

test.for([
  ['without samples', 'damaged', fileOf({}, 0)],
  ['with half a sample', 'damaged', fileOf({}, 3)],
  ['that was cut short', 'damaged', fileOf({}).subarray(0, -1)],
  ['that ends within its header', 'damaged', fileOf({}).subarray(0, 30)],
  ['whose header contradicts itself', 'damaged', fileOf({ frameBytes: 4 })],
  ['without channels', 'damaged', fileOf({ channels: 0, frameBytes: 0 })],
  ['of another kind', 'unsupported', Buffer.from('GIF89a and nothing more')],
  ['with compressed samples', 'unsupported', fileOf({ tag: 2 })],
  ['with too many channels', 'unsupported', fileOf({ channels: 9, frameBytes: 18 }, 18)],
  ['with too many samples per second', 'unsupported', fileOf({ rate: 192_001 })],
] as const)('refuses a file %s as %s', ([, problem, file]) => {
  expect(() => parseWav(file)).toThrow(WavError)
  expect(() => parseWav(file)).toThrow(expect.objectContaining({ problem }))
})
