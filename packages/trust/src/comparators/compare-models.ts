import { isSameSize, type Picture } from '../measures/picture.ts'
import { ssim } from '../measures/ssim.ts'
import { thresholds } from './thresholds.ts'

/**
 * For apps that run on an operator's own engine. One comparison proves nothing, so it is a yes or no that counts in `judgeModel`, and
 * only where both declared the same weights, sampler and seed.
 */
export function isSimilarPicture(
  one: Picture,
  other: Picture,
  embeddings: readonly [ArrayLike<number>, ArrayLike<number>] | null,
  limits = thresholds.imagine,
): boolean {
  if (embeddings && cosine(...embeddings) >= limits.cosine) return true
  return isSameSize(one, other) && ssim(one, other) >= limits.same
}

/** Texts at temperature 0, by their tokens. */
export function isSimilarText(
  one: readonly number[],
  other: readonly number[],
  embeddings: readonly [ArrayLike<number>, ArrayLike<number>] | null,
  limits = thresholds.write,
): boolean {
  if (embeddings && cosine(...embeddings) >= limits.cosine) return true
  const count = Math.min(limits.tokens, Math.max(one.length, other.length))
  return one.slice(0, count).join() === other.slice(0, count).join()
}

/** What the latest comparisons say about the model that a node declares. `failed` is no strike: it takes the claim away and asks a person. */
export function judgeModel(
  similar: readonly boolean[],
  { window, sameShareMin }: { window: number; sameShareMin: number },
): 'undecided' | 'passed' | 'failed' {
  if (similar.length < window) return 'undecided'
  const latest = similar.slice(-window)
  return latest.filter(Boolean).length >= window * sameShareMin ? 'passed' : 'failed'
}

function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let [product, squareOne, squareOther] = [0, 0, 0]
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0]
    product += a * b
    squareOne += a * a
    squareOther += b * b
  }
  return squareOne > 0 && squareOther > 0 ? product / Math.sqrt(squareOne * squareOther) : 0
}
