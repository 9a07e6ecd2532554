/** Zero crossings of the filter on each side; more is steeper. */
const CROSSINGS = 24
/** As a fraction of the narrower band, against aliasing. */
const CUTOFF = 0.94

/** The same sound at another rate, without the frequencies that the new rate cannot carry. */
export function resampled(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples
  const common = greatestCommonDivisor(from, to)
  const [step, phases] = [from / common, to / common]
  const band = Math.min(1, to / from) * CUTOFF
  const reach = Math.ceil(CROSSINGS / band)
  const filters: Float32Array[] = []
  const out = new Float32Array(Math.ceil((samples.length * to) / from))
  for (let at = 0; at < out.length; at += 1) {
    const place = at * step
    const phase = place % phases
    filters[phase] ??= filterOf(phase / phases, band, reach)
    const filter = filters[phase]
    const first = (place - phase) / phases - reach + 1
    let sum = 0
    const end = Math.min(filter.length, samples.length - first)
    for (let i = Math.max(0, -first); i < end; i += 1) sum += filter[i]! * samples[first + i]!
    out[at] = sum
  }
  return out
}

/** A sinc under a Blackman window, shifted by a part of a sample. */
function filterOf(shift: number, band: number, reach: number): Float32Array {
  const filter = Float32Array.from({ length: reach * 2 }, (_, i) => {
    const x = i - reach + 1 - shift
    const angle = Math.PI * x * band
    const sinc = x === 0 ? 1 : Math.sin(angle) / angle
    const turn = (Math.PI * x) / reach
    return band * sinc * Math.max(0, 0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn))
  })
  // Every shift of the filter must have the same gain, or a constant signal would ripple.
  const sum = filter.reduce((total, weight) => total + weight, 0)
  return filter.map((weight) => weight / sum)
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
