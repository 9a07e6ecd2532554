import { figuresIn, isKnown } from './figure-rules.ts'

const LEFT_OUT = '…'
/** Words after a figure that may say what it counts. */
const WORDS_AFTER = 3
const HELD_CHARACTERS_MAX = 400

/**
 * Passes on what a language model says, without figures that it wasn't given. They may be split over chunks anywhere, so the end of the
 * text is held back while it could be part of one.
 */
export function checkFigures() {
  const known: ReturnType<typeof figuresIn> = []
  let held = ''
  let leftOut = 0

  function release(text: string): string {
    let checked = ''
    let from = 0
    for (const figure of figuresIn(text)) {
      if (isKnown(figure, known)) continue
      leftOut += 1
      checked += text.slice(from, figure.at) + LEFT_OUT
      from = figure.end
    }
    return checked + text.slice(from)
  }

  return {
    /** What the model may quote: tool results, passages, what the person said. */
    addSource: (text: string): void => {
      known.push(...figuresIn(text))
    },
    /** The part of the text that can already be shown. */
    add: (chunk: string): string => {
      held += chunk
      const at = heldFrom(held)
      const ready = held.slice(0, at)
      held = held.slice(at)
      return release(ready)
    },
    /** The rest, and how much of the whole was left out. */
    end: (): { text: string; leftOut: number } => {
      const text = release(held)
      held = ''
      return { text, leftOut }
    },
  }
}

const PART_OF_FIGURE =
  /\p{Nd}|^(?:an?|and|half|twice|dozen|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty\S*|hundreds?|thousands?|millions?|billions?)(?=\P{L}|$)/iu

/** Where the part begins that may still become a figure or belong to one. */
function heldFrom(text: string): number {
  const words = [...text.matchAll(/\S+\s*/g)]
  const last = words.at(-1)
  if (!last || words.length === 0) return text.length
  let from = /\s$/.test(last[0]) ? text.length : last.index
  let others = 0
  for (const word of words.toReversed()) {
    if (PART_OF_FIGURE.test(word[0])) {
      from = word.index
      others = 0
    } else if (word.index < from) others += 1
    if (others > WORDS_AFTER || text.length - word.index > HELD_CHARACTERS_MAX) break
  }
  // No figure is that long, and a model that never ends must not be held back forever.
  return text.length - from > HELD_CHARACTERS_MAX ? text.length : from
}
