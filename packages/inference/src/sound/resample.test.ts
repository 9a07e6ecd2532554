import { expect, test } from 'vitest'
import { resampled } from './resample.ts'

test('resampling to a lower rate keeps a tone that fits and removes one that would alias', () => {
  const tone = (hertz: number, rate: number) =>
    Float32Array.from({ length: rate / 2 }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rate))
  const level = (samples: Float32Array) => {
    const middle = samples.slice(1000, -1000)
    return Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length)
  }
  for (const rate of [44_100, 48_000, 24_000, 22_050]) {
    const kept = resampled(tone(1000, rate), rate, 16_000)
    expect(kept.length).toBe(8000)
    expect(kept[4001]).toBeCloseTo(tone(1000, 16_000)[4001]!, 3)
    expect(level(resampled(tone(9500, rate), rate, 16_000))).toBeLessThan(0.001)
  }
})
