import { type Mood, takeMood } from '@infra/protocol/moods'
import { Refusal } from '@infra/protocol/refusal'
import { type Answer, withMood } from './engine.ts'
import { checkFigures } from './figures/check-figures.ts'

const REPLY_CHARACTERS_MAX = 6_000

const CUT_NOTICE = '*This answer was too long and is cut off here.*'

const leftOutNotice = (count: number) =>
  count === 1
    ? '*I left out a figure that I could not check.*'
    : '*I left out figures that I could not check.*'

/**
 * Collects a model's answer and makes it valid: storable text, not too long, no figures that the model wasn't given, and one mood marker.
 */
export function collectReply(onText: (append: string) => void, state: Answer['state']) {
  let text = ''
  /** The first half of a surrogate pair whose second half may be in the next chunk. */
  let half = ''
  let isFull = false
  let offer: Answer['offer'] = null
  const figures = checkFigures()

  function append(part: string): void {
    text += part
    if (part) onText(part)
  }

  return {
    /** Whether there is room for more. */
    add: (chunk: string): boolean => {
      const [whole, rest] = splitHalf(half + chunk)
      half = rest
      const room = REPLY_CHARACTERS_MAX - text.length
      const clean = cleanText(whole)
      isFull = clean.length > room
      append(figures.add(isFull ? splitHalf(clean.slice(0, room))[0] : clean))
      return !isFull
    },
    /** Adds text that the model gets and may quote figures of. */
    addSource: figures.addSource,
    offer: (made: NonNullable<Answer['offer']>) => {
      offer = made
    },
    /** `isCut`: the model stopped in the middle. `mood`: used if the text has none itself. */
    end: ({ isCut, mood = 'neutral' }: { isCut: boolean; mood?: Mood }): Answer => {
      append(figures.add(cleanText(half)))
      const rest = figures.end()
      append(rest.text)
      if (isFull || (isCut && text.trim() !== '')) append(noticeAfter(text, CUT_NOTICE))
      if (rest.leftOut > 0) append(noticeAfter(text, leftOutNotice(rest.leftOut)))
      const said = text.replaceAll(/\[\[mood:\w*\]\]/g, '').trim()
      if (said === '' && !offer)
        throw new Refusal('dependency_unavailable', 'The language model said nothing.')
      return { text: withMood(said || 'Here is the form.', takeMood(text).mood ?? mood), offer, state }
    },
  }
}

/** Removes what the database can't store: NUL is dropped, half a surrogate pair becomes U+FFFD. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Splits off the first half of a surrogate pair at the end of the text. */
function splitHalf(text: string): [whole: string, half: string] {
  return /[\uD800-\uDBFF]$/.test(text) ? [text.slice(0, -1), text.slice(-1)] : [text, '']
}

/** Closes a code block that was cut off, so that the notice isn't part of it. */
function noticeAfter(text: string, notice: string): string {
  const fences = text.match(/^ {0,3}```/gm)?.length ?? 0
  return `${fences % 2 === 1 ? '\n```' : ''}\n\n${notice}`
}
