/** How many numbers an embedding has. */
export const DIMENSIONS = 384

/** How many 32-bit numbers the signs of an embedding take. */
export const SIGN_WORDS = DIMENSIONS / 32

/** A normalized embedding with one byte per dimension: its numbers are small, and the last digits say nothing about the meaning. */
export function packVector(vector: readonly number[]): Int8Array {
  // MiniLM spreads a sentence over all dimensions, so no number comes near 0.4.
  return Int8Array.from(vector, (value) => Math.max(-127, Math.min(127, Math.round(value * SCALE))))
}

const SCALE = 127 / 0.4

/** Which dimensions are positive, a bit each. Texts of similar meaning differ in few of them. */
export function signsOf(packed: Int8Array): Uint32Array {
  const signs = new Uint32Array(SIGN_WORDS)
  packed.forEach((value, at) => {
    if (value > 0) signs[at >> 5]! |= 1 << (at & 31)
  })
  return signs
}

/** How similar two texts are in meaning, from -1 to 1. */
export function cosineOf(one: Int8Array, other: Int8Array): number {
  let product = 0
  let oneSquared = 0
  let otherSquared = 0
  for (let at = 0; at < DIMENSIONS; at += 1) {
    product += one[at]! * other[at]!
    oneSquared += one[at]! * one[at]!
    otherSquared += other[at]! * other[at]!
  }
  return product === 0 ? 0 : product / Math.sqrt(oneSquared * otherSquared)
}

/** How many bits of a 32-bit number are set. */
export function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
