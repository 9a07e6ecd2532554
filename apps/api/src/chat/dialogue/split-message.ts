import { GREETING, LEADING } from './request-rules.ts'

const PARTS_MAX = 3
const OPENS = `(?:how|hows|whats|wheres|what|why|when|where|who|which|is|are|am|do|does|did|can|could|should|will|have|has|show|tell|cancel|open|make|run|and|also|then|extract|read|write|draw|paint|remove|erase|delete|hide|publish|transcribe|say|speak|turn|convert|upscale|find|detect|retry|stop|give|please|let)`

const TELLS = new RegExp(
  String.raw`^(?:(?:${LEADING}|${GREETING})[ ,]+)*(?:i have|i've|i got|i've got|there(?:'s| is)|we have|it(?:'s| is)|my) [^?!]*\.$`,
  'i',
)

const GREETS = new RegExp(String.raw`^(?:(?:${LEADING}|${GREETING})\W*)+$`, 'i')

/** The questions of a message, one by one. Text that is quoted or follows a colon stays in one piece. */
export function splitMessage(message: string): string[] {
  if (/["“”:]/.test(message)) return [message]
  const parts = message
    .split(
      new RegExp(
        String.raw`(?<=[?!.])\s+(?=${OPENS}\b)|,?\s+(?:and|also)\s+(?=(?:how|what|why|when|where|who|which|do|does|did|is|are|(?:can|could|may|will|should|have|has) (?:i|you|we|they|it|others)\b)\b(?! not\b))`,
        'i',
      ),
    )
    .map((part) => part.trim())
    .filter((part) => part !== '')
    // "Hi! What does it cost?" is one question.
    .filter((part, at, all) => at === all.length - 1 || !(GREETS.test(part) || /^[\w']+[.!]+$/.test(part)))
  // "I have a recording of two minutes. How much?" is one question.
  if (parts.slice(0, -1).some((part) => TELLS.test(part))) return [message]
  // "The result is wrong. What can I do?" is one as well.
  const before = parts.at(-2)
  if (before && !before.endsWith('?') && /^what (?:can|could|should|do) i do\b/i.test(parts.at(-1)!))
    return [message]
  // A part with only one word isn't a question of its own.
  const whole = parts.every((part) => part.split(/\s+/).length >= 2)
  return whole && parts.length <= PARTS_MAX ? parts : [message]
}
