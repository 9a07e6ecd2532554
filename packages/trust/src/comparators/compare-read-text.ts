import { type Box, overlapOf } from '../measures/box.ts'
import { characterErrorRate } from '../measures/character-error-rate.ts'
import { byDistance, type Compared, worseOf } from './compared.ts'
import { thresholds } from './thresholds.ts'

export interface ReadWord {
  text: string
  box: Box
}

export interface ReadResult {
  text: string
  words: readonly ReadWord[]
}

export function compareReadText(
  one: ReadResult,
  other: ReadResult,
  limits = thresholds['read-text'],
): Compared {
  const rate = characterErrorRate(one.text, other.text, limits.wrong)
  const text = { comparison: byDistance(rate, limits), distance: rate }
  const placed = sharePlaced(one.words, other.words, limits.boxOverlap)
  // The same words elsewhere may be another way of reading the page, so they are not enough to call a result wrong.
  const isPlaced = placed >= limits.wordsMin
  return isPlaced ? text : worseOf(text, { comparison: 'unclear', distance: 1 - placed })
}

/** Of all words, those that both have in the same place, in order. */
function sharePlaced(one: readonly ReadWord[], other: readonly ReadWord[], overlapMin: number): number {
  const count = Math.max(one.length, other.length)
  if (count === 0) return 1
  const left = [...other]
  let placed = 0
  for (const word of one) {
    const at = left.findIndex(({ text, box }) => text === word.text && overlapOf(box, word.box) >= overlapMin)
    if (at === -1) continue
    left.splice(at, 1)
    placed += 1
  }
  return placed / count
}
