import { Refusal } from '@infra/protocol/refusal'

/** No input of ours nests deeper than a handful; what does is an attack on whoever walks it. */
const DEPTH_MAX = 32

export function parseJson(bytes: Buffer): unknown {
  try {
    // Bytes that are not UTF-8 would silently turn into other text.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    refuseDeepNesting(text)
    return JSON.parse(text)
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    throw new Refusal('malformed_json', 'The body is not valid JSON in UTF-8.', { cause })
  }
}

/** Before parsing, since a hostile document costs most in the walk. Brackets inside strings do not count. */
function refuseDeepNesting(text: string): void {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (quoted) {
      if (character === '\\') at++
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    if (depth > DEPTH_MAX)
      throw new Refusal('malformed_json', `The body nests deeper than ${DEPTH_MAX} levels.`)
  }
}
