export const RATE = 16_000
export const WINDOW_SECONDS = 30
export const FRAMES = 3000
export const BANDS = 80

const HOP = 160
const SIDE = 400
const BINS = SIDE / 2 + 1

/** Slaney's mel scale: linear up to 1000 Hz, then logarithmic. */
const BEND_HERTZ = 1000
const BEND_MEL = 15
const STEP = Math.log(6.4) / 27

/** Computed once: they are the same for every window. */
const tables = { waves: wavesOf(), filters: filtersOf() }

/** Whisper's input for half a minute: the log-mel spectrogram, 80 bands per hundredth of a second. Shorter sound is padded with silence. */
export function melOf(samples: Float32Array): Float32Array {
  const mel = new Float32Array(BANDS * FRAMES)
  const power = new Float64Array(BINS)
  let most = Number.NEGATIVE_INFINITY
  for (let frame = 0; frame < FRAMES; frame += 1) {
    powerOf(samples, frame * HOP - SIDE / 2, power)
    for (const [band, { from, weights }] of tables.filters.entries()) {
      let sum = 0
      for (let i = 0; i < weights.length; i += 1) sum += weights[i]! * power[from + i]!
      const level = Math.log10(Math.max(sum, 1e-10))
      mel[band * FRAMES + frame] = level
      most = Math.max(most, level)
    }
  }
  return mel.map((level) => (Math.max(level, most - 8) + 4) / 4)
}

/** The power spectrum of one frame. Sine and cosine are symmetric, so each sum is folded to half its length. */
function powerOf(samples: Float32Array, start: number, power: Float64Array): void {
  const { window, cos, sin } = tables.waves
  const half = SIDE / 2
  const even = new Float64Array(half + 1)
  const odd = new Float64Array(half + 1)
  const at = (i: number) => window[i]! * (samples[Math.abs(start + i)] ?? 0)
  even[0] = at(0)
  even[half] = at(half)
  let isSilent = even[0] === 0 && even[half] === 0
  for (let i = 1; i < half; i += 1) {
    const [a, b] = [at(i), at(SIDE - i)]
    even[i] = a + b
    odd[i] = a - b
    isSilent &&= a === 0 && b === 0
  }
  if (isSilent) return void power.fill(0)
  for (let bin = 0; bin < BINS; bin += 1) {
    let real = 0
    let imaginary = 0
    for (let i = 0, turn = 0; i <= half; i += 1, turn += bin) {
      if (turn >= SIDE) turn -= SIDE
      real += even[i]! * cos[turn]!
      imaginary += odd[i]! * sin[turn]!
    }
    power[bin] = real * real + imaginary * imaginary
  }
}

function wavesOf() {
  const angles = Array.from({ length: SIDE }, (_, i) => (2 * Math.PI * i) / SIDE)
  return {
    window: Float64Array.from(angles, (angle) => 0.5 - 0.5 * Math.cos(angle)),
    cos: Float64Array.from(angles, Math.cos),
    sin: Float64Array.from(angles, Math.sin),
  }
}

/** Triangular filters of equal area whose corners are evenly spaced on the mel scale. */
function filtersOf(): { from: number; weights: number[] }[] {
  const top = melOfHertz(RATE / 2)
  const corners = Array.from({ length: BANDS + 2 }, (_, i) => hertzOfMel((top * i) / (BANDS + 1)))
  return Array.from({ length: BANDS }, (_, band) => {
    const [low, middle, high] = corners.slice(band, band + 3) as [number, number, number]
    const weights = Array.from({ length: BINS }, (_, bin) => {
      const hertz = (bin * RATE) / SIDE
      const slope = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle))
      return Math.max(0, slope) * (2 / (high - low))
    })
    const from = weights.findIndex((weight) => weight > 0)
    return { from, weights: weights.slice(from, weights.findLastIndex((weight) => weight > 0) + 1) }
  })
}

function melOfHertz(hertz: number): number {
  return hertz < BEND_HERTZ ? (hertz * 3) / 200 : BEND_MEL + Math.log(hertz / BEND_HERTZ) / STEP
}

function hertzOfMel(mel: number): number {
  return mel < BEND_MEL ? (mel * 200) / 3 : BEND_HERTZ * Math.exp(STEP * (mel - BEND_MEL))
}
