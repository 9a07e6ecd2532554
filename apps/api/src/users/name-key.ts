import { Refusal } from '@infra/protocol/refusal'
import { reservedWords, wordsOfName } from '@infra/protocol/values/name-rules'
import unhomoglyph from 'unhomoglyph'

/** A prefix of every key that marks its version: increase it when the rules or the table change. */
export const NAME_KEY_FORM = '2:'

/** Names that look alike have the same key. */
export function nameKey(name: string): string {
  return NAME_KEY_FORM + visualKey(name)
}

/** The skeleton of Unicode TR39: characters that look alike become the same one. The table is from Unicode 13. */
function skeleton(text: string): string {
  return unhomoglyph(text.normalize('NFD')).normalize('NFD')
}

/**
 * How a name looks, regardless of case. Capitals resemble other letters than their lowercase ones do (Cyrillic В is like B, в isn't like
 * b), so a name that looks Latin as written counts as Latin, and others by their lowercase letters.
 */
function visualKey(name: string): string {
  const written = skeleton(name.normalize('NFKC'))
  const base = /^\p{ASCII}*$/u.test(written) ? written : skeleton(name.normalize('NFKC').toLowerCase())
  // The table treats a capital I as a small L, and doesn't contain their other cases.
  return skeleton(base.toLowerCase())
    .toLowerCase()
    .replaceAll('i', 'l')
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
}

const RESERVED: ReadonlySet<string> = new Set(reservedWords.map((word) => visualKey(word)))

/** Whether a word of the name, or the whole name as one word, looks like a reserved one, ignoring trailing digits and accents. */
export function resemblesReserved(name: string): boolean {
  return wordsOfName(name.normalize('NFKC')).some((word) => {
    const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '')
    const withoutNumber = plain.replace(/\p{N}+$/u, '')
    return RESERVED.has(visualKey(plain)) || RESERVED.has(visualKey(withoutNumber))
  })
}

export function refuseReserved(name: string): void {
  if (!resemblesReserved(name)) return
  throw new Refusal('validation_failed', 'This name could be taken for the network’s own. Choose another.', {
    errors: [{ pointer: '/name', message: 'is reserved' }],
  })
}
