import type { ReadResult } from '../comparators/compare-read-text.ts'
import { isInside } from '../measures/box.ts'
import type { GateRefusal } from './gate-refusal.ts'
import { isSameText } from './is-same-text.ts'

export function gateReadText(
  { text, words }: ReadResult,
  picture: { width: number; height: number },
): GateRefusal {
  if (words.some(({ box }) => !isInside(box, picture))) return 'A word is not inside the picture.'
  return isSameText(words.map((word) => word.text).join(' '), text) ? null : 'The words are not the text.'
}
