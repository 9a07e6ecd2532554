import { Refusal } from '@infra/protocol/refusal'

/** No input nests deeper than a few levels. Deeper nesting is an attack on recursive readers. */
const DEPTH_MAX = 32

/** A byte order mark is passed over; bytes that are not UTF-8 would silently turn into other text. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads JSON of at most so many values, an object or a list counting as one beside what is in it. */
export function parseJson(bytes: Uint8Array, { valuesMax }: { valuesMax: number }): unknown {
  refuseCostly(bytes, valuesMax)
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    throw new Refusal('malformed_json', 'The body is not valid JSON in UTF-8.', { cause })
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Counts the values before parsing, because walking over the values is what a hostile document makes expensive. There are never more of
 * them than opening brackets plus commas plus one; what stands in strings does not count.
 */
function refuseCostly(bytes: Uint8Array, valuesMax: number): void {
  let depth = 0
  let values = 1
  let quoted = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (quoted) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) quoted = false
    } else if (byte === QUOTE) quoted = true
    else if (byte === COMMA) values++
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      values++
      depth++
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--
    if (depth > DEPTH_MAX)
      throw new Refusal('malformed_json', `The body nests deeper than ${DEPTH_MAX} levels.`)
    if (values > valuesMax)
      throw new Refusal('payload_too_large', `The body holds more than ${valuesMax} values.`)
  }
}
