/** Decoded sound of one channel, samples from -1 to 1. */
export interface Sound {
  samples: Float32Array
  /** Samples per second. */
  rate: number
}

const FRAME_SECONDS = 0.04
const HOP_SECONDS = 0.02
const BANDS = 40
const HERTZ_MAX = 8_000
/** What is this much quieter than the loudest is silence, in decibels. */
const RANGE = 60
/** How far one sound may run ahead of the other, of its length. */
const WARP = 0.05

/** The difference of two sounds in decibels: the root of the mean square over bands of the mel scale, after they were aligned in time. */
export function logMelDistance(one: Sound, other: Sound): number {
  return warpedDistance(logMel(one), logMel(other))
}

/** For each frame, the level of each band in decibels below the loudest. */
function logMel({ samples, rate }: Sound): Float64Array[] {
  const length = Math.round(FRAME_SECONDS * rate)
  const size = 2 ** Math.ceil(Math.log2(length))
  const filters = melFilters(size, rate)
  const hop = Math.round(HOP_SECONDS * rate)
  const frames: Float64Array[] = []
  for (let start = 0; start === 0 || start + length <= samples.length; start += hop) {
    const power = powerSpectrum(samples, start, length, size)
    frames.push(Float64Array.from(filters, (filter) => levelOf(filter, power)))
  }
  let loudest = Number.NEGATIVE_INFINITY
  for (const frame of frames) for (const level of frame) loudest = Math.max(loudest, level)
  return frames.map((frame) => frame.map((level) => Math.max(level - loudest, -RANGE)))
}

/** One band: weights of neighbouring bins of the spectrum. */
interface Filter {
  from: number
  weights: number[]
}

function levelOf({ from, weights }: Filter, power: Float64Array): number {
  let sum = 1e-12
  for (let at = 0; at < weights.length; at += 1) sum += weights[at]! * power[from + at]!
  return 10 * Math.log10(sum)
}

function melFilters(size: number, rate: number): Filter[] {
  const melOf = (hertz: number) => 2595 * Math.log10(1 + hertz / 700)
  const hertzOf = (mel: number) => 700 * (10 ** (mel / 2595) - 1)
  const most = melOf(Math.min(HERTZ_MAX, rate / 2))
  const edges = Array.from({ length: BANDS + 2 }, (_, at) => hertzOf((most * at) / (BANDS + 1)))
  return Array.from({ length: BANDS }, (_, band) => {
    const [low, middle, high] = edges.slice(band, band + 3) as [number, number, number]
    const from = Math.ceil((low * size) / rate)
    const to = Math.floor((high * size) / rate)
    const weights = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => {
      const hertz = ((from + at) * rate) / size
      return Math.max(0, Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle)))
    })
    return { from, weights }
  })
}

function powerSpectrum(samples: Float32Array, start: number, length: number, size: number): Float64Array {
  const real = new Float64Array(size)
  const imaginary = new Float64Array(size)
  for (let at = 0; at < length; at += 1)
    real[at] = (samples[start + at] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / length))
  transform(real, imaginary)
  return Float64Array.from({ length: size / 2 + 1 }, (_, bin) => real[bin]! ** 2 + imaginary[bin]! ** 2)
}

/** The fast Fourier transform in place (Cooley and Tukey); the length is a power of two. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length
  for (let at = 1, turned = 0; at < size; at += 1) {
    let bit = size >> 1
    for (; turned & bit; bit >>= 1) turned ^= bit
    turned ^= bit
    if (at < turned)
      for (const part of [real, imaginary]) [part[at], part[turned]] = [part[turned]!, part[at]!]
  }
  for (let length = 2; length <= size; length *= 2) {
    const half = length / 2
    for (let place = 0; place < half; place += 1) {
      const angle = (-2 * Math.PI * place) / length
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
      for (let low = place; low < size; low += length) {
        const high = low + half
        const re = real[high]! * cosine - imaginary[high]! * sine
        const im = real[high]! * sine + imaginary[high]! * cosine
        real[high] = real[low]! - re
        imaginary[high] = imaginary[low]! - im
        real[low]! += re
        imaginary[low]! += im
      }
    }
  }
}

/** Dynamic time warping near the diagonal: the mean difference along the best way through both. */
function warpedDistance(one: readonly Float64Array[], other: readonly Float64Array[]): number {
  const band = Math.abs(one.length - other.length) + Math.ceil(Math.max(one.length, other.length) * WARP) + 2
  const far = Number.POSITIVE_INFINITY
  let costs = new Float64Array(other.length + 1).fill(far)
  let steps = new Float64Array(other.length + 1)
  costs[0] = 0
  for (let i = 1; i <= one.length; i += 1) {
    const rowCosts = new Float64Array(other.length + 1).fill(far)
    const rowSteps = new Float64Array(other.length + 1)
    for (let j = Math.max(1, i - band); j <= Math.min(other.length, i + band); j += 1) {
      let [cost, count] = [costs[j - 1]!, steps[j - 1]!]
      if (costs[j]! < cost) [cost, count] = [costs[j]!, steps[j]!]
      if (rowCosts[j - 1]! < cost) [cost, count] = [rowCosts[j - 1]!, rowSteps[j - 1]!]
      rowCosts[j] = cost + frameDistance(one[i - 1]!, other[j - 1]!)
      rowSteps[j] = count + 1
    }
    ;[costs, steps] = [rowCosts, rowSteps]
  }
  return costs[other.length]! / steps[other.length]!
}

function frameDistance(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let band = 0; band < BANDS; band += 1) sum += (one[band]! - other[band]!) ** 2
  return Math.sqrt(sum / BANDS)
}
