const PARTS_MAX = 3
const OPENS = `(?:how|what|why|when|where|who|which|is|are|am|do|does|did|can|could|should|will|have|has|show|tell|cancel|open|make|run|and|also|then)`

/** The questions of a message, each by itself. What is quoted, or follows a colon, is one piece. */
export function splitMessage(message: string): string[] {
  if (/["“”:]/.test(message)) return [message]
  const parts = message
    .split(
      new RegExp(
        String.raw`(?<=[?!.])\s+(?=${OPENS}\b)|,?\s+(?:and|also)\s+(?=(?:how|what|why|when|where|who|which|do|does|did|is|are)\b)`,
        'i',
      ),
    )
    .map((part) => part.trim())
    .filter((part) => part !== '')
  // A part of one word is no question of its own.
  const whole = parts.every((part) => part.split(/\s+/).length >= 2)
  return whole && parts.length <= PARTS_MAX ? parts : [message]
}
