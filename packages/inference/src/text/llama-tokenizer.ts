/** A byte-pair tokenizer in the format of llama2.c. */
export interface LlamaTokenizer {
  encode: (text: string) => number[]
  /** The bytes of a token. One character may be spread over several tokens. */
  bytesOf: (token: number) => Uint8Array
}

/** Also separates two texts. */
export const BEGIN = 1
export const END = 2

/** After "unknown", "begin" and "end" come the 256 bytes, for characters that have no token. */
const FIRST_BYTE = 3
const FIRST_PIECE = FIRST_BYTE + 256

export function openLlamaTokenizer(file: Uint8Array, count: number): LlamaTokenizer {
  const view = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const bytes: Uint8Array[] = []
  const scores: number[] = []
  const tokens = new Map<string, number>()
  // The first number is the length of the longest piece, which only a program in C needs.
  for (let at = 4; bytes.length < count; ) {
    const length = view.readInt32LE(at + 4)
    const token = bytes.length
    const piece = view.subarray(at + 8, at + 8 + length)
    scores.push(view.readFloatLE(at))
    // The file stores bytes above 127 as UTF-8 characters, so byte tokens are made from their number instead.
    bytes.push(token >= FIRST_BYTE && token < FIRST_PIECE ? Uint8Array.of(token - FIRST_BYTE) : piece)
    if (token >= FIRST_PIECE) tokens.set(piece.toString('utf8'), token)
    at += 8 + length
  }
  const textOf = (token: number) => Buffer.from(bytes[token]!).toString('utf8')

  /** The token for two neighbors joined, if there is one. */
  const merged = (a: number, b: number): number | undefined => {
    const isPlain = a >= FIRST_PIECE && b >= FIRST_PIECE
    return isPlain ? tokens.get(textOf(a) + textOf(b)) : undefined
  }

  return {
    bytesOf: (token) => bytes[token]!,
    encode: (text) => {
      const found = [...` ${text}`].flatMap(
        (letter) => tokens.get(letter) ?? [...Buffer.from(letter)].map((byte) => byte + FIRST_BYTE),
      )
      for (;;) {
        let best: { place: number; token: number } | undefined
        for (let place = 0; place + 1 < found.length; place += 1) {
          const token = merged(found[place]!, found[place + 1]!)
          if (token !== undefined && (!best || scores[token]! > scores[best.token]!)) best = { place, token }
        }
        if (!best) return found
        found.splice(best.place, 2, best.token)
      }
    },
  }
}
