const UNKNOWN = '[UNK]'
const PIECE_CHARACTERS_MAX = 100

/** The WordPiece tokens of a text, as BERT reads them: lowercase, without accents, longest known piece first. */
export function wordPieces(text: string, vocabulary: Record<string, number>, piecesMax: number): number[] {
  const pieces = wordsOf(text).flatMap((word) => piecesOf(word, vocabulary))
  const ids = pieces.slice(0, piecesMax - 2).map((piece) => vocabulary[piece]!)
  return [vocabulary['[CLS]']!, ...ids, vocabulary['[SEP]']!]
}

/** Punctuation and Chinese characters are words of their own. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
  return plain.match(/[\p{P}\p{S}\p{Script=Han}]|[^\s\p{P}\p{S}\p{Script=Han}\p{C}]+/gu) ?? []
}

function piecesOf(word: string, vocabulary: Record<string, number>): string[] {
  if (word.length > PIECE_CHARACTERS_MAX) return [UNKNOWN]
  const pieces: string[] = []
  for (let start = 0; start < word.length; ) {
    const prefix = start > 0 ? '##' : ''
    let end = word.length
    while (end > start && !Object.hasOwn(vocabulary, prefix + word.slice(start, end))) end -= 1
    if (end === start) return [UNKNOWN]
    pieces.push(prefix + word.slice(start, end))
    start = end
  }
  return pieces
}
