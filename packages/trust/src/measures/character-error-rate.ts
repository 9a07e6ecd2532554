const FIRST_BAND = 32

/**
 * How many characters must be changed, added or removed to get from one text to the other, as a share of the longer one. Exact up to
 * `most`; beyond it, only known to be more.
 */
export function characterErrorRate(one: string, other: string, most = 1): number {
  const [a, b] = [[...one.normalize('NFC')], [...other.normalize('NFC')]]
  const longer = Math.max(a.length, b.length)
  if (longer === 0) return 0
  return editDistance(a, b, Math.ceil(longer * most) + 1) / longer
}

/** Levenshtein distance; if it exceeds `limit`, any value greater than it. */
function editDistance(one: readonly string[], other: readonly string[], limit: number): number {
  // Only cells near the diagonal matter for texts that are nearly alike, so the band is only widened if it's too narrow.
  for (let band = FIRST_BAND; ; band *= 2) {
    const distance = bandedDistance(one, other, band)
    if (distance <= band) return distance
    if (band >= limit || band >= Math.max(one.length, other.length)) return Math.max(distance, limit + 1)
  }
}

function bandedDistance(one: readonly string[], other: readonly string[], band: number): number {
  if (Math.abs(one.length - other.length) > band) return band + 1
  const far = one.length + other.length
  let before = Int32Array.from({ length: other.length + 1 }, (_, at) => (at <= band ? at : far))
  let row = new Int32Array(other.length + 1)
  for (let i = 1; i <= one.length; i += 1) {
    const [from, to] = [Math.max(1, i - band), Math.min(other.length, i + band)]
    row[from - 1] = from === 1 && i <= band ? i : far
    for (let j = from; j <= to; j += 1) {
      const changed = before[j - 1]! + Number(one[i - 1] !== other[j - 1])
      row[j] = Math.min(changed, before[j]! + 1, row[j - 1]! + 1)
    }
    if (to < other.length) row[to + 1] = far
    ;[before, row] = [row, before]
  }
  return before[other.length]!
}
