import { expect, test } from 'vitest'
import { AppId, AppManifest } from './app.ts'
import { applies, defaultOf, fileFields, inputSchema } from './app-input.ts'
import { catalogue, findApp } from './catalogue.ts'

const each = test.for(catalogue.map((app) => [app.id, app] as const))

test('finds an app by its id, which is unique', () => {
  for (const app of catalogue) expect(findApp(app.id)).toBe(app)
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length)
  for (const id of ['nothing', '', 'constructor', 'Echo']) expect(findApp(id)).toBeUndefined()
})

each('%s has a valid manifest without unknown fields', ([, app]) => {
  expect(AppManifest.strict().parse(app)).toEqual(app)
  expect(app.version).toBeGreaterThanOrEqual(1)
  expect(app.price.base).toBeGreaterThanOrEqual(0)
  for (const { credits } of app.price.per) expect(credits).toBeGreaterThan(0)
})

each('%s: the names of the fields are unique, and so are those of the outputs', ([, { fields, outputs }]) => {
  for (const names of [fields, outputs].map((list) => list.map(({ name }) => name))) {
    expect(new Set(names).size).toBe(names.length)
  }
  expect(outputs.length).toBeGreaterThan(0)
})

each('%s accepts its own defaults', ([, { fields }]) => {
  const needed = fields.filter((field) => applies(field, {}) && defaultOf(field) === undefined)
  const given = Object.fromEntries(needed.flatMap((field) => sampleOf(field.kind, field.name)))
  const input = inputSchema(fields).parse(given)
  for (const field of fields) {
    const value = defaultOf(field)
    if (value === undefined || !applies(field, input)) continue
    expect(inputSchema([{ ...field, showIf: undefined }]).parse({ [field.name]: value })).toEqual({
      [field.name]: value,
    })
    expect(input[field.name]).toBe(value)
  }
})

each('%s: a field depends only on an earlier one, and on values which that can have', ([, { fields }]) => {
  for (const [place, { showIf }] of fields.entries()) {
    if (!showIf) continue
    const other = fields.slice(0, place).find(({ name }) => name === showIf.field)
    for (const value of showIf.oneOf) {
      expect(
        inputSchema([{ ...other!, showIf: undefined }]).safeParse({ [showIf.field]: value }).success,
      ).toBe(true)
    }
  }
})

each(
  '%s: edges, masks and boxes belong to one of its pictures, and each edge occurs once',
  ([, { fields }]) => {
    const pictures = fields.filter(({ kind }) => kind === 'image').map(({ name }) => name)
    const edges = fields.flatMap((field) => (field.kind === 'integer' && field.edge ? [field.edge] : []))
    for (const field of fields) if ('over' in field) expect(pictures).toContain(field.over)
    for (const { of } of edges) expect(pictures).toContain(of)
    expect(new Set(edges.map(({ of, side }) => `${of} ${side}`)).size).toBe(edges.length)
  },
)

each('%s is priced by fields that it has and that can be measured', ([, { fields, price }]) => {
  const files = fileFields(fields).map(({ name }) => name)
  for (const { of, field } of price.per) {
    const kind = fields.find(({ name }) => name === field)?.kind
    if (of === 'megapixels' || of === 'seconds') expect(files).toContain(field)
    else expect(kind).toMatch(of === 'characters' ? /text$/ : /^(integer|number)$/)
  }
})

test('refuses malformed app ids', () => {
  for (const id of ['', 'a', 'A-b', '-ab', '1ab', 'a b', 'a/b', 'a'.repeat(41), "a';--"]) {
    expect(AppId.safeParse(id).success).toBe(false)
  }
})

function sampleOf(kind: string, name: string): [string, unknown][] {
  if (kind === 'seed') return []
  if (kind.endsWith('text')) return [[name, 'a']]
  if (kind === 'boxes') return [[name, []]]
  return [[name, crypto.randomUUID()]]
}
