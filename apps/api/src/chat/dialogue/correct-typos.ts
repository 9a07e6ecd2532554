import { domainWords } from './domain-words.ts'

const LENGTH_MIN = 3
const LONG_MIN = 7

/**
 * Replaces misspelled words of the product with the words that were meant. A word that exists, by `isWord`, is never changed: a store is no
 * story. Only for understanding: what is copied into a form stays as it was written.
 */
export function correctTypos(message: string, isWord: (word: string) => boolean): string {
  return message.replaceAll(/\p{L}+/gu, (word) => {
    const lower = word.toLowerCase()
    if (lower.length < LENGTH_MIN || exists(lower, isWord)) return word
    const far = lower.length >= LONG_MIN ? 2 : 1
    let best: { word: string; distance: number } | undefined
    for (const known of domainWords) {
      if (Math.abs(known.length - lower.length) > far) continue
      const distance = editDistance(lower, known)
      if (distance <= far && distance < (best?.distance ?? far + 1)) best = { word: known, distance }
    }
    return best?.word ?? word
  })
}

/** "Asdf asdf": several words, and none of them exists. A name, a format or a number alone may mean something. */
export function isGibberish(message: string, isWord: (word: string) => boolean): boolean {
  const words = message.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const isUnknown = (word: string) =>
    word.length >= LENGTH_MIN && /^[a-z]+$/.test(word) && !exists(word, isWord)
  return words.length > 1 && words.every(isUnknown)
}

/** In English, or in the words of the product. */
function exists(word: string, isWord: (word: string) => boolean): boolean {
  return domainWords.has(word) || isWord(word) || isInflected(word, isWord)
}

/** "Paintings", "unlocked": inflected forms of a word that exists, which the model splits into pieces. */
function isInflected(word: string, isWord: (word: string) => boolean): boolean {
  const stem = /^(?:un|re)?(.{4,}?)(?:s|es|d|ed|ing|ly|er)?$/.exec(word)?.[1]
  return stem !== undefined && stem !== word && (isWord(stem) || isWord(`${stem}e`) || domainWords.has(stem))
}

/** Counts insertions, deletions, replacements and swaps of neighbors. */
export function editDistance(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        next[j] = Math.min(next[j]!, before[j - 2]! + 1)
    }
    before = row
    row = next
  }
  return row[other.length]!
}
