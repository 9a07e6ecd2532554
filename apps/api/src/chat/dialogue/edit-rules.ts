import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { comparisonIn, fieldsNamed } from './field-rules.ts'
import { withDigits } from './number-rules.ts'
import { LEADING_BUT_NO } from './request-rules.ts'
import { plainText } from './slot-rules.ts'

/** A form that is filled in so far. */
export interface Card {
  app: AppManifest
  input: AppInput
  /** What was filled in before the last changes, the newest first. */
  before: readonly AppInput[]
}

type Operation =
  | { kind: 'set'; values: number[] }
  | { kind: 'add'; value: number }
  | { kind: 'times'; factor: number }
  | { kind: 'limit'; isMost: boolean }
  | { kind: 'usual' }
  | { kind: 'clear' }
  | { kind: 'same' }

type NumberField = Extract<AppManifest['fields'][number], { kind: 'integer' | 'number' | 'seed' }>

/**
 * The numbers of an app's fields that a message sets or changes. The operations are the same for every app, and for a new order as for a
 * change of one: set, add, multiply, the most or the least, the usual, none, the same as before.
 */
export function numbersIn(message: string, card: Card, isOnCard: boolean): AppInput {
  const { app } = card
  const numeric = numericFields(app)
  if (numeric.length === 0) return {}
  const change: AppInput = {}
  const spokenOf = isOnCard ? fieldsSpokenOf(card, numeric) : []
  let last: { fields: string[]; operation?: Operation } = { fields: [] }
  for (const clause of clausesOf(message)) {
    const operation = operationIn(clause)
    const fields = namesOtherSides(clause)
      ? edgesOf(app).filter((name) => change[name] === undefined)
      : targetsIn(clause, { app, numeric, card })
    // "on the left and on the right": the second takes over the amount of the first.
    const done = operation ?? (fields.length > 0 && isBare(clause) ? last.operation : undefined)
    const targets =
      fields.length > 0 || !operation
        ? fields
        : unnamedTargets(clause, operation, { numeric, last: last.fields, spokenOf })
    if (!done || targets.length === 0) {
      if (fields.length > 0) last = { fields: [...(last.operation ? [] : last.fields), ...fields] }
      continue
    }
    // "Left and right 0": the first has waited for the amount of the second.
    if (fields.length > 0 && !last.operation)
      targets.unshift(...last.fields.filter((name) => !targets.includes(name)))
    for (const [at, name] of targets.entries()) {
      const field = numeric.find((one) => one.name === name)!
      const value = applied(done, at, { field, clause, card, spokenOf, change })
      // "A bit slower, he is only four" names no field: a number that doesn't fit is none of the form's.
      const isMeant = fields.length > 0 || value === undefined || isWithin(value, field)
      if (value !== undefined && isMeant) change[name] = value
    }
    last = { fields: targets, operation: done }
  }
  return change
}

function isWithin(value: number, field: NumberField): boolean {
  return field.kind === 'seed' || (value >= field.min && value <= field.max)
}

/** "Half of that", "0.9", "70 %": what is meant where no field is named. */
function unnamedTargets(
  clause: string,
  operation: Operation,
  { numeric, last, spokenOf }: { numeric: NumberField[]; last: string[]; spokenOf: string[] },
): string[] {
  const shares = numeric.filter((field) => field.kind === 'number' && field.max < 1).map(({ name }) => name)
  if (/\d ?(?:%|percent)/.test(clause) && shares.length === 1) return shares
  if (operation.kind === 'clear' || clause.split(' ').length > 8) return []
  return last.length > 0 ? last : spokenOf
}

function numericFields({ fields }: AppManifest): NumberField[] {
  return fields.filter((field): field is NumberField => ['integer', 'number', 'seed'].includes(field.kind))
}

/** The parts of a message that may each set something. What is quoted or follows a colon is text. */
function clausesOf(message: string): string[] {
  return (
    withDigits(plainText(message))
      .replaceAll(/"[^"]*"/g, ' ')
      // How many sides a picture has is no amount, and neither is its shape, "16:9".
      .replaceAll(/\ball (?:the )?4 (?=sides|edges)/g, 'all ')
      .replaceAll(/\b\d+:\d+\b/g, ' ')
      .replace(OPENS, '')
      .split(/[,;!?:]+\s*|\.(?!\d)\s*|\s+(?:and|but|then|so)\s+/)
      .map((clause) => clause.trim())
      .filter((clause) => clause !== '')
  )
}

const OPENS = new RegExp(`^(?:(?:${LEADING_BUT_NO})[ ,]+)+`)

/** "The other sides 0". */
const namesOtherSides = (clause: string) =>
  /\b(?:other|remaining) (?:\w+ )?(?:sides?|edges?|ones|directions?)\b/.test(clause)

/** The numeric fields that a clause is about. */
function targetsIn(
  clause: string,
  { app, numeric, card }: { app: AppManifest; numeric: NumberField[]; card: Card },
): string[] {
  const names = new Set(numeric.map(({ name }) => name))
  const named = fieldsNamed(clause, app).filter((name) => names.has(name))
  const edges = edgesOf(app)
  if (edges.length === 0 || named.some((name) => edges.includes(name))) return named
  const used = edges.filter((name) => Number(card.input[name]) > 0)
  if (/\bboth\b/.test(clause) && used.length === 2) return used
  if (/\b(?:left|right)\b.*\bboth\b|\bboth sides\b|\bthe sides\b/.test(clause)) return ['left', 'right']
  if (!/\b(?:all|each|every(?:where)?|both)\b/.test(clause)) return named
  return used.length > 1 && !/\b(?:sides?|edges?|directions?|around)\b/.test(clause) ? used : edges
}

/** Fields that each say how far a picture goes on one side. */
export function edgesOf({ fields }: AppManifest): string[] {
  return fields.flatMap((field) => (field.kind === 'integer' && field.edge ? [field.name] : []))
}

/** What "that" means: the numbers that were changed last, else the only ones that are filled in. */
function fieldsSpokenOf({ app, input, before: [before] }: Card, numeric: NumberField[]): string[] {
  const names = numeric.map(({ name }) => name)
  const changed = names.filter((name) => before && input[name] !== before[name] && input[name] !== undefined)
  const isSet = (name: string) =>
    input[name] !== undefined && (input[name] !== 0 || !edgesOf(app).includes(name))
  if (changed.some(isSet)) return changed.filter(isSet)
  const filled = names.filter(isSet)
  if (filled.length > 0) return edgesOf(app).length > 0 || filled.length === 1 ? filled : []
  const main = numeric.filter(({ kind, advanced }) => kind !== 'seed' && !advanced)
  const all = numeric.filter(({ kind }) => kind !== 'seed')
  const [only, ...others] = main.length > 0 ? main : all
  return only && others.length === 0 ? [only.name] : []
}

const NUMBER = String.raw`(\d+(?:\.\d+)?)`
const LESS = /\b(?:less|fewer|lower|reduce|decrease|cut|minus|smaller|shorter|down|slower|drop)\b/
const MORE =
  /\b(?:more|greater|higher|increase|raise|plus|add|another|further|extra|additional|larger|longer|faster|up)\b/

const factors: [RegExp, (isLess: boolean) => number][] = [
  [/\b(?:by|an?) (?:a )?quarter\b(?! of)/, (isLess) => (isLess ? 0.75 : 1.25)],
  [/\bby (?:a )?third\b/, (isLess) => (isLess ? 2 / 3 : 4 / 3)],
  [/\bby (?:a )?half\b|\bhalf (?:as )?(?:more|again)\b/, (isLess) => (isLess ? 0.5 : 1.5)],
  [/\b(?:3|three) quarters?\b/, () => 0.75],
  [/\b(?:2|two) thirds?\b/, () => 2 / 3],
  [/\b(?:a )?quarter of\b/, () => 0.25],
  [/\b(?:a )?third of\b/, () => 1 / 3],
  [/\b(?:triple|thrice|3 times|three times)\b/, () => 3],
  [/\b(?:double|doubled|twice|2 times|two times)\b/, () => 2],
  [/\b(?:half|halve|halved)\b/, () => 0.5],
]

const USUAL = /(?<!\bthan )\b(?:usual|normal|default|standard|regular)\b/
const NONE = /^(?:no|without|nothing|none|remove|drop|leave out|forget|clear|not)\b|\b(?:nothing|none)$/
const SAME = /\b(?:same|likewise|too|as well|also)\b/
const MOST =
  /\b(?:as (?:long|high|much|many|fast) as (?:possible|it (?:gets|goes)|you can)|maximum|full length|(?:longest|largest|highest|biggest|greatest|most) \w+ (?:possible|there is|you have))\b/
const LEAST =
  /\b(?:as (?:short|low|little|few|slow) as (?:possible|it (?:gets|goes)|you can)|minimum|(?:shortest|smallest|lowest|least|fewest) \w+ (?:possible|there (?:is|are)|you have))\b/

/** What a clause does to a number. */
function operationIn(clause: string): Operation | undefined {
  const isLess = LESS.test(clause)
  if (USUAL.test(clause)) return { kind: 'usual' }
  const hasNumber = /\d/.test(clause)
  if (!hasNumber && NONE.test(clause)) return { kind: 'clear' }
  if (!hasNumber && SAME.test(clause)) return { kind: 'same' }
  const factor = factors.find(([pattern]) => pattern.test(clause))
  if (factor && !/\d/.test(clause.replace(/\b[23] (?:times|quarters?|thirds?)\b/, '')))
    return { kind: 'times', factor: factor[1](isLess) }
  if (!hasNumber && MOST.test(clause)) return { kind: 'limit', isMost: true }
  if (!hasNumber && LEAST.test(clause)) return { kind: 'limit', isMost: false }
  const percent = new RegExp(`${NUMBER} ?(?:%|percent)`).exec(clause)
  if (percent && /\bby\b|\b(?:more|less|slower|faster|longer|shorter)\b/.test(clause))
    return { kind: 'times', factor: 1 + ((isLess ? -1 : 1) * Number(percent[1])) / 100 }
  const by = new RegExp(
    String.raw`\bby ${NUMBER}|\b${NUMBER}(?: \w+)? (?:more|less|fewer|greater|higher|lower|extra)\b|\b(?:another|further|additional|extra|plus|minus|add) ${NUMBER}|\b(one) (?:more|less|greater|higher|lower|fewer|up|down)\b`,
  ).exec(clause)
  if (by && (isLess || MORE.test(clause))) {
    const amount = by[4] ? 1 : Number(by[1] ?? by[2] ?? by[3])
    return { kind: 'add', value: isLess ? -amount : amount }
  }
  if (percent) return { kind: 'set', values: [Number(percent[1]) / 100] }
  const bare = clause.replaceAll(/\b\d+ ?(?:x|×|by) ?\d+\b|#[0-9a-f]{6}|\b\w*[a-z]\d\w*/g, ' ')
  const values = [...bare.matchAll(/(?<![\w.])\d+(?:\.\d+)?(?!\.?\d)/g)].map(([value]) => Number(value))
  if (values.length === 0 && /\bzero\b/.test(clause)) return { kind: 'set', values: [0] }
  return values.length > 0 ? { kind: 'set', values } : undefined
}

/** Names a field and does nothing to it. */
function isBare(clause: string): boolean {
  return clause.split(' ').length <= 5
}

interface Applied {
  field: NumberField
  clause: string
  card: Card
  spokenOf: string[]
  change: AppInput
}

function applied(
  operation: Operation,
  at: number,
  { field, clause, card, spokenOf, change }: Applied,
): number | undefined {
  const usual = 'default' in field ? field.default : undefined
  const isEdge = edgesOf(card.app).includes(field.name)
  const said = change[field.name] ?? card.input[field.name]
  const now = said === undefined ? (isEdge ? 0 : usual) : Number(said)
  switch (operation.kind) {
    case 'set': {
      const value = operation.values[at] ?? operation.values.at(-1)!
      // "Confidence 40" is 40 percent.
      if (field.kind === 'number' && field.max < 1 && value > 1 && value <= 100) return value / 100
      const isOfWords = field.name === 'length' && /\bwords\b/.test(clause)
      return isOfWords && 'max' in field
        ? Math.min(field.max, Math.round((value * 4) / 3))
        : rounded(value, field, true)
    }
    case 'add':
      return now === undefined ? undefined : rounded(now + operation.value, field)
    case 'times':
      return now === undefined ? undefined : rounded(now * operation.factor, field)
    case 'limit':
      return 'max' in field ? (operation.isMost ? field.max : field.min) : undefined
    case 'usual':
      return isEdge ? undefined : usual
    case 'clear':
      return isEdge ? 0 : undefined
    case 'same': {
      const from = spokenOf.find((name) => name !== field.name) ?? spokenOf[0]
      const value = from === undefined ? undefined : card.input[from]
      return isEdge && value !== undefined ? Number(value) : undefined
    }
  }
}

/** A number that the field takes. A number that a person named isn't moved into the field's range: an order with it is refused in words. */
function rounded(value: number, field: NumberField, isNamed = false): number {
  if (field.kind === 'seed') return Math.max(0, Math.round(value))
  if (isNamed) return value
  const step = field.kind === 'number' ? field.step : 1
  const near = Number((Math.round(value / step) * step).toFixed(6))
  return Math.min(field.max, Math.max(field.min, near))
}

/** A step up or down where a comparison gives no number: "a bit calmer". */
export function compared(text: string, { app, input }: Card): AppInput {
  const clauses = clausesOf(text).filter((clause) => !/\d/.test(clause))
  const changes = numericFields(app).flatMap((field) => {
    const [direction] = clauses
      .map((clause) => comparisonIn(clause, field.name))
      .filter((one) => one !== undefined)
    if (!direction || field.kind === 'seed') return []
    const now = Number(input[field.name] ?? field.default ?? field.min)
    return [[field.name, rounded(now + (direction * (field.max - field.min)) / 5, field)] as const]
  })
  return Object.fromEntries(changes)
}
