/** The part of JSON Schema that the API's document uses. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  items?: Schema
  prefixItems?: Schema[]
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  format?: string
  pattern?: string
}

export type Random = () => number

/** The same numbers for the same seed, so that a failure can be reproduced. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const oneOf = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

const upTo = (random: Random, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1))

/** Values that often break programs. */
export const TRAPS: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  '',
  ' ',
  '0',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b',
  "' or 1=1--",
  '../../etc/passwd',
  '{{7*7}}',
  '<script>',
  'x'.repeat(5_000),
  [],
  {},
  [[[[[[[[]]]]]]]],
  { __proto__: null, constructor: { prototype: { polluted: 1 } } },
]

/** A value that mostly fits the schema; now and then a part of it does not. */
export function makeValue(schema: Schema, random: Random, known: readonly string[]): unknown {
  if (random() < 0.04) return oneOf(random, TRAPS)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return makeValue(oneOf(random, alternatives), random, known)
  if (schema.allOf) return makeValue(Object.assign({}, ...schema.allOf), random, known)
  if ('const' in schema) return schema.const
  if (schema.enum) return oneOf(random, schema.enum)
  const type = Array.isArray(schema.type) ? oneOf(random, schema.type) : schema.type
  switch (type) {
    case 'string':
      return makeText(schema, random, known)
    case 'integer':
    case 'number':
      return makeNumber(schema, random, type === 'integer')
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    case 'array':
      return makeList(schema, random, known)
    case 'object':
      return makeObject(schema, random, known)
    default:
      return oneOf(random, [...TRAPS, ...known])
  }
}

function makeText(
  { minLength = 0, maxLength = 60, format, pattern }: Schema,
  random: Random,
  known: readonly string[],
) {
  if ((format || pattern) && random() < 0.7) return oneOf(random, known)
  if (format === 'date-time') return new Date(random() * 4e12).toISOString()
  if (format === 'uuid') return crypto.randomUUID()
  const length = oneOf(random, [
    minLength,
    upTo(random, minLength, Math.min(maxLength, minLength + 40)),
    maxLength,
  ])
  const letters = oneOf(random, ['abc xyz', 'äöü ß€', '0123456789abcdef', '日本語 ', '👩‍🚀 🎈'])
  return Array.from({ length: Math.min(length, 20_000) }, () => oneOf(random, [...letters])).join('')
}

function makeNumber(
  { minimum, maximum, exclusiveMinimum }: Schema,
  random: Random,
  isInteger: boolean,
): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? -10 : exclusiveMinimum + 1)
  const most = maximum ?? least + 1000
  const number = oneOf(random, [least, most, least + random() * (most - least)])
  return isInteger ? Math.round(number) : number
}

function makeList(
  { items, prefixItems, minItems = 0, maxItems = 4 }: Schema,
  random: Random,
  known: readonly string[],
) {
  if (prefixItems) return prefixItems.map((item) => makeValue(item, random, known))
  const length = upTo(random, minItems, Math.min(maxItems, minItems + 3))
  return Array.from({ length }, () => makeValue(items ?? {}, random, known))
}

function makeObject(schema: Schema, random: Random, known: readonly string[]) {
  const { properties = {}, required = [], additionalProperties } = schema
  const made: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(properties)) {
    const isLeftOut = random() < (required.includes(name) ? 0.02 : 0.4)
    if (!isLeftOut) made[name] = makeValue(property, random, known)
  }
  if (typeof additionalProperties === 'object') {
    for (let count = upTo(random, 0, 3); count > 0; count--)
      made[oneOf(random, ['text', 'image', 'seed', 'a b', ''])] = makeValue(
        additionalProperties,
        random,
        known,
      )
  }
  if (random() < 0.03) made[oneOf(random, ['role', '__proto__', 'admin', ''])] = oneOf(random, TRAPS)
  return made
}
