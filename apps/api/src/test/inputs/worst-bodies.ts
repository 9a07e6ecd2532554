import type { Schema } from './make-value.ts'

interface Bounds {
  bytesMax: number
  valuesMax: number
}

/** A body with its description. */
type Named = [name: string, body: string]

/** Values in a known field that its schema may take long to refuse. */
const LOOKED_AT = [
  'empty objects, as many as are read',
  'texts, as many as are read',
  'a text of escaped control characters',
  'a text of letters that others are made of',
]

/** JSON bodies that are as costly as their size allows, in unknown fields and in those of the schema. */
export function worstBodies(schema: Schema, { bytesMax, valuesMax }: Bounds): Named[] {
  const text = (unit: string) => unit.repeat(Math.floor((bytesMax - 60) / Buffer.byteLength(unit)))
  const list = (item: string, countMax = Number.POSITIVE_INFINITY) => {
    const count = Math.min(Math.floor((bytesMax - 60) / (item.length + 1)), countMax)
    return `[${Array.from({ length: count }, () => item)}]`
  }
  const many = Math.min(valuesMax - 3, Math.floor(bytesMax / 14))
  const keys = (count: number, name: string) =>
    `{${Array.from({ length: count }, (_, index) => `"${name}${index}":1`)}}`
  const long = 'k'.repeat(Math.max(1, Math.floor(bytesMax / many) - 10))
  const values: Named[] = [
    ['empty objects', list('{}')],
    ['empty objects, as many as are read', list('{}', Math.floor(many / 2))],
    ['numbers', list('1e9')],
    ['numbers, as many as are read', list('1.5', many)],
    ['texts, as many as are read', list('"x"', many)],
    ['one long text', `"${text('x')}"`],
    ['a text of escaped NULs', `"${text('\\u0000')}"`],
    ['a text of escaped control characters', `"${text('\\u0001')}"`],
    ['a text of escaped pairs', `"${text('\\ud83d\\ude00')}"`],
    ['a text of foxes', `"${text('🦊')}"`],
    ['a text of letters that others are made of', `"${text('ﷺ')}"`],
    ['a text of quotes', `"${text('\\"')}"`],
    ['a number of many digits', text('9')],
  ]
  const inField =
    (field: string) =>
    ([name, value]: Named): Named => [`${name} in ${field}`, `{"${field}":${value}}`]
  const looked = values.filter(([name]) => LOOKED_AT.includes(name))
  return [
    ['keys', keys(Math.floor(bytesMax / 14), 'k')],
    ['long unknown keys, as many as are read', keys(many, long)],
    ['nesting', text('[')],
    ['a text that never ends', `{"z":"${text('\\\\')}`],
    ['a key of escapes', `{"${text('\\u005f')}":1}`],
    ['white space', text(' ')],
    ...values.map(inField('z')),
    ...Object.keys(schema.properties ?? {}).flatMap((field) => looked.map(inField(field))),
  ]
}

/** The same for data URLs, and for what only begins like one, where they may be much larger than all else. */
export function worstDataUrls({ bytesMax }: Pick<Bounds, 'bytesMax'>): Named[] {
  const data = (unit: string, count: number) =>
    `"data:${unit.repeat(Math.floor(count / Buffer.byteLength(unit)))}z"`
  const fill = (unit: string) => data(unit, bytesMax - 60)
  const few = Array.from({ length: 900 }, (_, index) => `"${index}":${data('A', bytesMax / 900 - 30)}`)
  return [
    ['a data URL', `{"input":{"image":${fill('A')}}}`],
    ['many data URLs', `{"input":{${few}}}`],
    ['a data URL of escaped letters', `{"z":${fill('\\u0001')}}`],
    ['a data URL of escaped slashes', `{"z":${fill('\\/')}}`],
    ['a data URL of foxes', `{"z":${fill('🦊')}}`],
    ['a name that is a data URL', `{${fill('A')} :1}`],
    ['data URLs in a list', `{"z":[${fill('A')}]}`],
    ['a data URL that never ends', `{"z":${fill('A').slice(0, -1)}`],
    ['a data URL in quotes', `{"z":${fill('\\"')}}`],
  ]
}

/** The same for URL-encoded forms. */
export function worstForms({ bytesMax }: Pick<Bounds, 'bytesMax'>): Named[] {
  const count = Math.floor(bytesMax / 7)
  const text = (unit: string) => unit.repeat(Math.floor((bytesMax - 60) / unit.length))
  return [
    ['names', Array.from({ length: count }, (_, index) => `${index}=`).join('&')],
    ['one name', text('a=&')],
    ['one long text', `token=${text('x')}`],
    ['a text of escapes', `token=${text('%00')}`],
  ]
}
