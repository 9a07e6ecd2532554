import type { Random } from './assumptions.ts'

/** Numbers from 0 to below 1, the same for the same seed and name (sfc32). */
export function randomGenerator(seed: number, name: string): Random {
  let [a, b, c, d] = [(seed ^ hashOf(name)) >>> 0, 0x9e3779b9, 0x243f6a88, 0xb7e15162]
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let round = 0; round < 20; round += 1) next()
  return next
}

/** FNV-1a. */
function hashOf(name: string): number {
  let hash = 2166136261
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 16777619)
  return hash >>> 0
}
