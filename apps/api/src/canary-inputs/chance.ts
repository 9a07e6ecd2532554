import { createCipheriv, hash } from 'node:crypto'

/** Random choices that depend on a seed alone. */
export interface Chance {
  /** From `min` to below `max`. */
  number: (min: number, max: number) => number
  /** From `min` to `max`, both included. */
  integer: (min: number, max: number) => number
  isTrue: (probability: number) => boolean
  pick: <T>(list: readonly T[]) => T
  /** This many items of a list, in any order. */
  some: <T>(list: readonly T[], count: number) => T[]
  bytes: (count: number) => Buffer
}

const BLOCK = 4096

/**
 * The key stream of AES, so that nobody can find the seed from what was made with it. A generator with 32 bits of state could be searched,
 * and would tell a node which of its jobs are canaries.
 */
export function chanceFrom(seed: string): Chance {
  const cipher = createCipheriv('aes-256-ctr', hash('sha256', seed, 'buffer'), Buffer.alloc(16))
  const bytes = (count: number) => cipher.update(Buffer.alloc(count))
  let block = bytes(BLOCK)
  let at = 0
  const fraction = () => {
    if (at === BLOCK) [block, at] = [bytes(BLOCK), 0]
    at += 4
    return block.readUInt32LE(at - 4) / 2 ** 32
  }
  const integer = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1))
  const some = <T>(list: readonly T[], count: number) => {
    const left = [...list]
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(integer(0, left.length - 1), 1)[0]!,
    )
  }
  return {
    number: (min, max) => min + fraction() * (max - min),
    integer,
    isTrue: (probability) => fraction() < probability,
    pick: (list) => list[integer(0, list.length - 1)]!,
    some,
    bytes,
  }
}
