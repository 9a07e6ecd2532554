import type { AppInput } from '@infra/protocol/apps/app-input'
import { type Card, edgesOf } from './edit-rules.ts'
import { fieldsNamed } from './field-rules.ts'
import { JOINS, TRAILING } from './request-rules.ts'
import { isSameInput } from './state-rules.ts'

const UNDO =
  /\b(?:undo|(?:back|return|revert|restore)\b.*\b(?:how|what|way|like|as) (?:it|they|that) (?:was|were|looked|had)|(?:it|they|that) (?:was|were|had|looked|sounded)(?: like)? before|(?:as|like) before|revert (?:it|that)|(?:take|change|put|turn|switch|go) (?:it|that|this|the \w+) back(?: again)?$|previous (?:one|version|setting|voice|size|colou?r|text|format))\b/

const BETTER = /\b([\w-]+)(?: one)? (?:was|were|looked|sounded) (?:much |way )?(?:better|nicer|prettier)\b/

function hasWord(input: AppInput, word: string): boolean {
  return Object.values(input).some((value) => new RegExp(`\\b${word}\\b`, 'i').test(String(value)))
}

/** "Put the size back to what it was": the fields that a message takes back, with their values from before. */
export function undone(text: string, { app, input, before }: Card): AppInput | undefined {
  // "No, the treehouse was better"
  const [, better] = BETTER.exec(text) ?? []
  const earlier = better && before.find((one) => hasWord(one, better) && !isSameInput(one, input))
  if (earlier) return earlier
  if (!UNDO.test(text)) return undefined
  const named = fieldsNamed(text, app)
  if (named.length === 0) return before.find((one) => !isSameInput(one, input))
  const restored = { ...input }
  for (const name of named) {
    const one = before.find((earlier) => earlier[name] !== input[name])
    if (!one) continue
    if (one[name] === undefined) delete restored[name]
    else restored[name] = one[name]!
  }
  return isSameInput(restored, input) ? undefined : restored
}

/** "Swap the two": of two sides, each gets what the other had. */
export function swapped(text: string, { app, input }: Card): AppInput | undefined {
  if (
    !/\b(?:swap|exchange|reverse|flip|(?:change|switch|trade) (?:the )?(?:places|sides)|switch (?:the )?\w+ (?:and|with)|the other way (?:a?round))\b/.test(
      text,
    )
  )
    return undefined
  const edges = edgesOf(app)
  const named = fieldsNamed(text, app).filter((name) => edges.includes(name))
  const used = edges.filter((name) => Number(input[name]) > 0)
  const opposite: Record<string, string> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' }
  const [one, other] =
    named.length === 2
      ? named
      : used.length === 2
        ? used
        : used.length === 1
          ? [used[0]!, opposite[used[0]!]!]
          : []
  if (!one || !other) return undefined
  return { ...input, [one]: input[other] ?? 0, [other]: input[one] ?? 0 }
}

const DROPS = new RegExp(
  String.raw`^${JOINS}(?:drop|remove|forget|clear|delete|leave out|skip|without|take (?:away|out)|no) (?:the |that |any |my )?(\w+)(?: number| value)?(?:[ ,]+(?:again|${TRAILING}))*[.!]*$`,
)

/** "Drop the seed again": the form's own value counts again. */
export function dropped(text: string, { app, input }: Card): AppInput | undefined {
  const field = DROPS.exec(text)?.[1]
  const [name] = field ? fieldsNamed(field, app) : []
  if (
    !name ||
    input[name] === undefined ||
    edgesOf(app).includes(name) ||
    name === 'prompt' ||
    name === 'text'
  )
    return undefined
  const { [name]: _, ...rest } = input
  return rest
}

/** "Only on the left": the other sides get nothing. */
export function onlySome(text: string, { app, input }: Card): AppInput | undefined {
  const edges = edgesOf(app)
  if (edges.length === 0) return undefined
  // "At the bottom, not the top"
  const [wanted = '', unwanted] = text.split(/\bnot (?:(?:at|on|to) )?(?:the )?/)
  const moved =
    unwanted === undefined ? [] : fieldsNamed(unwanted, app).filter((name) => Number(input[name]) > 0)
  const [to] = fieldsNamed(wanted, app).filter((name) => edges.includes(name))
  if (to && moved.length === 1 && !/\d/.test(text))
    return { ...input, [to]: input[moved[0]!]!, [moved[0]!]: 0 }
  if (!/\b(?:only|just)\b/.test(text)) return undefined
  const kept = fieldsNamed(text, app).filter((name) => edges.includes(name))
  if (kept.length === 0 || /\d/.test(text)) return undefined
  const most = Math.max(...edges.map((name) => Number(input[name] ?? 0)))
  return {
    ...input,
    ...Object.fromEntries(edges.map((name) => [name, kept.includes(name) ? Number(input[name]) || most : 0])),
  }
}
