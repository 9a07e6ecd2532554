import type { ChatMessage } from '@infra/protocol/v1/completions'

/** The prompt for a conversation. Write takes a prompt and instructions, so several turns are written out as a script. */
export function promptOf(messages: readonly ChatMessage[]): { prompt: string; instructions?: string } {
  const isInstruction = ({ role }: ChatMessage) => role === 'system' || role === 'developer'
  const instructions = messages
    .filter(isInstruction)
    .map(textOf)
    .filter((text) => text !== '')
    .join('\n\n')
  const turns = messages.filter((message) => !isInstruction(message))
  const isQuestion = turns.length === 1 && turns[0]!.role === 'user'
  const script = turns.map((turn) => `${turn.role === 'user' ? 'User' : 'Assistant'}: ${textOf(turn)}`)
  const prompt = isQuestion ? textOf(turns[0]!) : [...script, 'Assistant:'].join('\n\n')
  return { prompt: turns.length === 0 ? '' : prompt, ...(instructions && { instructions }) }
}

function textOf({ content }: ChatMessage): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('\n')
}

/** A text up to the first stop. While the text grows, holds back what may be the beginning of a stop. */
export function untilStop(
  text: string,
  stops: readonly string[],
  { isGrowing }: { isGrowing: boolean },
): { text: string; isStopped: boolean } {
  const places = stops.map((stop) => text.indexOf(stop)).filter((place) => place !== -1)
  if (places.length > 0) return { text: text.slice(0, Math.min(...places)), isStopped: true }
  const kept = isGrowing ? Math.max(0, ...stops.map((stop) => beginningAtEnd(text, stop))) : 0
  return { text: text.slice(0, text.length - kept), isStopped: false }
}

/** How many characters at the end of the text are the beginning of the stop. */
function beginningAtEnd(text: string, stop: string): number {
  for (let length = Math.min(stop.length - 1, text.length); length > 0; length--)
    if (text.endsWith(stop.slice(0, length))) return length
  return 0
}

/** What was written after the beginning, because Story Teller returns the beginning with its story. */
export function afterBeginning(text: string, beginning: string): string {
  const given = beginning.trimStart()
  if (text.startsWith(given)) return text.slice(given.length)
  return given.startsWith(text) ? '' : text
}
