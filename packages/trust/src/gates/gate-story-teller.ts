import type { GateRefusal } from './gate-refusal.ts'

/** `beginning`: the first words that were ordered, if any. */
export function gateStoryTeller(text: string, beginning: string): GateRefusal {
  // The model may write any byte, so control characters are left out of a story.
  const plain = beginning.replace(/[^\P{Cc}\n\t]/gu, '').trimStart()
  return text.startsWith(plain) ? null : 'The story does not begin with its beginning.'
}
