import { isAscii } from 'node:buffer'
import { Refusal } from '@infra/protocol/refusal'

/** No input nests deeper than a few levels. Deeper nesting is an attack on recursive readers. */
const DEPTH_MAX = 32

/** Skips a byte order mark; bytes that aren't UTF-8 would silently turn into other text. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

interface Bounds {
  /** An object or a list counts as one, in addition to its contents. */
  valuesMax: number
  /** The limit for text that isn't a data URL. */
  textBytesMax?: number | undefined
}

/** Reads JSON within its limits. */
export function parseJson(bytes: Uint8Array, bounds: Bounds): unknown {
  refuseCostly(bytes, bounds)
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    throw new Refusal('malformed_json', 'The body is not valid JSON in UTF-8.', { cause })
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Counts the values before parsing, because walking over the values is what makes a hostile document expensive. There are never more of
 * them than opening brackets plus commas plus one, not counting those in strings.
 */
function refuseCostly(
  bytes: Uint8Array,
  { valuesMax, textBytesMax = Number.POSITIVE_INFINITY }: Bounds,
): void {
  let depth = 0
  let values = 1
  let quoted = false
  let dataBytes = 0
  let isValue = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (quoted) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) quoted = false
    } else if (byte === QUOTE) {
      const end: number | undefined = isValue ? endOfDataUrl(bytes, at) : undefined
      dataBytes += (end ?? at) - at
      at = end ?? at
      quoted = end === undefined
    } else if (byte === COMMA) values++
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      values++
      depth++
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--
    if (!isSpace(byte)) isValue = byte === COLON && !quoted
    if (depth > DEPTH_MAX)
      throw new Refusal('malformed_json', `The body nests deeper than ${DEPTH_MAX} levels.`)
    if (values > valuesMax)
      throw new Refusal('payload_too_large', `The body holds more than ${valuesMax} values.`)
    if (at - dataBytes >= textBytesMax)
      throw new Refusal('payload_too_large', 'The body is larger than this endpoint takes.')
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

const DATA = Buffer.from('data:')

/** Where the string that begins here ends, if it's a data URL: plain letters, which cost little to read however many there are. */
function endOfDataUrl(bytes: Uint8Array, start: number): number | undefined {
  if (!DATA.every((byte, index) => bytes[start + 1 + index] === byte)) return undefined
  const end = bytes.indexOf(QUOTE, start + 1)
  const isWhole = end !== -1 && bytes[end - 1] !== BACKSLASH
  return isWhole && isAscii(bytes.subarray(start, end)) ? end : undefined
}
