import { expect, test } from 'vitest'
import { type AppField, SEED_MAX } from './app-field.ts'
import { type AppInput, applies, drawSeeds, fileFields, inputSchema } from './app-input.ts'
import { readResultReference, resultReference } from './result-reference.ts'

const words = { label: 'L', help: 'H' }
const id = '0198c0de-0000-7000-8000-000000000001'
const box = { x: 0, y: 0, width: 1, height: 1 }

/** One field of each kind, with values that it accepts and values that it refuses. */
const kinds: Record<AppField['kind'], { field: AppField; good: unknown[]; bad: unknown[] }> = {
  text: {
    field: { kind: 'text', name: 'it', ...words, maxLength: 3 },
    good: ['a', 'abc', '👩‍🚀', "';-", '<b>'],
    bad: ['', '   ', 'abcd', 5, true, null, ['a'], {}],
  },
  longtext: {
    field: { kind: 'longtext', name: 'it', ...words, maxLength: 5 },
    good: ['a\nb\nc', '🦊🦊🦊🦊🦊'],
    bad: ['', '🦊🦊🦊🦊🦊🦊', 5],
  },
  integer: {
    field: { kind: 'integer', name: 'it', ...words, min: -2, max: 8 },
    good: [-2, 0, 8],
    bad: [-3, 9, -0, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '5', true, null, [5]],
  },
  number: {
    field: { kind: 'number', name: 'it', ...words, min: 0, max: 2, step: 0.1 },
    good: [0, 0.25, 2],
    bad: [-0.1, 2.1, -0, Number.POSITIVE_INFINITY, Number.NaN, '1', true, null],
  },
  choice: {
    field: { kind: 'choice', name: 'it', ...words, options: [{ value: 'a', label: 'A' }] },
    good: ['a'],
    bad: ['A', 'b', '', 'toString', '__proto__', 0, ['a']],
  },
  toggle: {
    field: { kind: 'toggle', name: 'it', ...words, default: false },
    good: [true, false],
    bad: ['true', 'false', 0, 1, null],
  },
  seed: {
    field: { kind: 'seed', name: 'it', ...words },
    good: [0, 1, SEED_MAX],
    bad: [-1, SEED_MAX + 1, 2 ** 53, 1.5, -0, 'abc', '7'],
  },
  color: {
    field: { kind: 'color', name: 'it', ...words },
    good: ['#00ff7f'],
    bad: ['#00FF7F', '#fff', 'red', '#00ff7f;', 'url(x)', 0],
  },
  image: {
    field: { kind: 'image', name: 'it', ...words },
    good: [id, resultReference(id, 'picture')],
    bad: [
      '1',
      '../../etc/passwd',
      'https://a.example/x.png',
      '',
      {},
      'job:1/picture',
      `job:${id}`,
      `job:${id}/`,
      `job:${id}/../x`,
      ` ${resultReference(id, 'picture')}`,
    ],
  },
  audio: {
    field: { kind: 'audio', name: 'it', ...words, secondsMax: 9 },
    good: [id],
    bad: ['data:audio/wav;base64,AA', 7],
  },
  mask: { field: { kind: 'mask', name: 'it', ...words, over: 'image' }, good: [id], bad: ['no'] },
  boxes: {
    field: { kind: 'boxes', name: 'it', ...words, over: 'image', countMax: 2 },
    good: [[], [box], [box, { x: 65_535, y: 1, width: 65_535, height: 2 }]],
    bad: [
      [box, box, box],
      [{ ...box, width: 0 }],
      [{ ...box, x: -1 }],
      [{ ...box, x: 0.5 }],
      [{ ...box, y: 65_536 }],
      [{ ...box, z: 1 }],
      [{ x: 0, y: 0 }],
      box,
    ],
  },
}

test.for(Object.entries(kinds))(
  '[C05] [C10] [C11] [J05] [J08] a %s field accepts its valid values and refuses all others',
  ([, { field, good, bad }]) => {
    const schema = inputSchema([field])
    for (const it of good) expect(schema.safeParse({ it })).toEqual({ success: true, data: { it } })
    for (const it of bad) {
      const { error } = schema.safeParse({ it })
      expect({ it, paths: error?.issues.map(({ path }) => path[0]) }).toEqual({
        it,
        paths: expect.arrayContaining(['it']),
      })
    }
  },
)

test('[C04] [J10] refuses input that belongs to no field, whatever its name', () => {
  const schema = inputSchema([kinds.text.field])
  for (const name of ['other', 'It', 'constructor', '']) {
    const { error } = schema.safeParse({ it: 'a', [name]: 1 })
    expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: [name] }])
  }
  expect(schema.safeParse(JSON.parse('{"it":"a","__proto__":{"x":1}}')).success).toBe(false)
  for (const input of [null, [], 'it', 7]) expect(schema.safeParse(input).success).toBe(false)
})

test('keeps text as it was entered, except for the space around it', () => {
  const field: AppField = { kind: 'longtext', name: 'it', ...words, maxLength: 100 }
  const it = '<script>{{7*7}}</script> \u202Eevil "\'; DROP TABLE jobs;--'
  expect(inputSchema([field]).parse({ it: ` ${it}\n` })).toEqual({ it })
})

test('a missing field gets its default; without a default it is required unless it is optional', () => {
  const fields: AppField[] = [
    { kind: 'text', name: 'needed', ...words, maxLength: 9 },
    { kind: 'text', name: 'given', ...words, maxLength: 9, default: 'x' },
    { kind: 'integer', name: 'zero', ...words, min: 0, max: 9, default: 0 },
    { kind: 'toggle', name: 'off', ...words, default: false },
    { kind: 'image', name: 'extra', ...words, optional: true },
    { kind: 'seed', name: 'seed', ...words },
  ]
  expect(inputSchema(fields).parse({ needed: 'a' })).toEqual({
    needed: 'a',
    given: 'x',
    zero: 0,
    off: false,
  })
  expect(inputSchema(fields).safeParse({}).error?.issues).toMatchObject([
    { path: ['needed'], message: 'is required' },
  ])
})

test('an empty optional text stays empty, even if there is a default', () => {
  const field: AppField = { kind: 'text', name: 'it', ...words, maxLength: 9, optional: true, default: 'x' }
  expect(inputSchema([field]).parse({ it: '' })).toEqual({ it: '' })
})

const depending: AppField[] = [
  {
    kind: 'choice',
    name: 'mode',
    ...words,
    options: ['plain', 'tinted', 'tuned'].map((value) => ({ value, label: value })),
    default: 'plain',
  },
  {
    kind: 'color',
    name: 'tint',
    ...words,
    default: '#ffffff',
    showIf: { field: 'mode', oneOf: ['tinted', 'tuned'] },
  },
  { kind: 'integer', name: 'tune', ...words, min: 1, max: 3, showIf: { field: 'mode', oneOf: ['tuned'] } },
]

test('a dependent field is required, defaulted and accepted only when it applies', () => {
  const schema = inputSchema(depending)
  expect(schema.parse({})).toEqual({ mode: 'plain' })
  expect(schema.parse({ mode: 'tinted' })).toEqual({ mode: 'tinted', tint: '#ffffff' })
  expect(schema.parse({ mode: 'tuned', tune: 2 })).toEqual({ mode: 'tuned', tint: '#ffffff', tune: 2 })
  expect(schema.safeParse({ mode: 'tuned' }).error?.issues).toMatchObject([
    { path: ['tune'], message: 'is required' },
  ])
  expect(schema.safeParse({ tint: '#000000' }).error?.issues).toMatchObject([
    { path: ['tint'], message: 'does not apply with the other choices' },
  ])
})

test('a field that depends on a toggle applies only when the toggle is on', () => {
  const fields: AppField[] = [
    { kind: 'toggle', name: 'more', ...words, default: false },
    { kind: 'seed', name: 'seed', ...words, showIf: { field: 'more', oneOf: [true] } },
  ]
  expect(applies(fields[1]!, { more: false })).toBe(false)
  expect(drawSeeds(fields, inputSchema(fields).parse({}), () => 0)).toEqual({ more: false })
  expect(drawSeeds(fields, inputSchema(fields).parse({ more: true }), () => 0.5)).toEqual({
    more: true,
    seed: 2 ** 31,
  })
})

test('a missing seed is drawn from the whole range; a given one is kept', () => {
  const fields = [kinds.seed.field]
  const draw = (input: AppInput, random: number) => drawSeeds(fields, input, () => random)
  expect(draw({}, 0)).toEqual({ it: 0 })
  expect(draw({}, 1 - 2 ** -53)).toEqual({ it: SEED_MAX })
  expect(draw({ it: 0 }, 0.5)).toEqual({ it: 0 })
  expect(inputSchema(fields).safeParse(draw({}, 1 - 2 ** -53)).success).toBe(true)
})

test('a parsed input parses to itself, so a job can be repeated from what was stored', () => {
  for (const given of [{}, { mode: 'tinted' }, { mode: 'tuned', tune: 1 }]) {
    const schema = inputSchema(depending)
    const once = schema.parse(given)
    expect(schema.parse(once)).toEqual(once)
  }
})

test('finds the file fields by their kind', () => {
  const fields = Object.values(kinds).map(({ field }) => ({ ...field, name: field.kind }))
  expect(fileFields(fields).map(({ kind }) => kind)).toEqual(['image', 'audio', 'mask'])
})

test('a result reference names the job and the output', () => {
  expect(readResultReference(resultReference(id, 'picture'))).toEqual({ jobId: id, output: 'picture' })
  expect(readResultReference(id)).toBeUndefined()
})
