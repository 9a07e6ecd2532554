// @vitest-environment happy-dom
import type { AppManifest } from '@infra/protocol/apps/app'
import { expect, test } from 'vitest'
import { dropFormDraft, keepFormDraft, readFormDraft } from './form-draft.ts'
import { blankValues } from './raw-value.ts'

const app: Pick<AppManifest, 'id' | 'version' | 'fields'> = {
  id: 'test',
  version: 1,
  fields: [
    { kind: 'text', name: 'title', label: 'Title', help: '', maxLength: 9 },
    { kind: 'image', name: 'photo', label: 'Photo', help: '' },
    { kind: 'mask', name: 'mask', label: 'Mask', help: '', over: 'photo' },
    {
      ...{ kind: 'choice', name: 'mode', label: 'Mode', help: '', default: 'a' },
      options: [{ value: 'a', label: 'A' }],
    } as never,
  ],
}

function storage(kept: Record<string, string> = {}) {
  return () => ({
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(kept, { [key]: value }),
    removeItem: (key: string) => void delete kept[key],
  })
}

const file = { id: 'one', url: '/a.png', width: 1, height: 2, seconds: null }

test('a draft restores text, strokes, the id of a sent file, and an order without an answer', () => {
  const store = storage()
  const marks = [{ shape: 'box' as const, erase: false, x: 1, y: 1, width: 1, height: 1 }]
  keepFormDraft(
    app,
    {
      values: {
        ...blankValues(app.fields),
        title: 'Fern',
        photo: { state: 'uploaded', file, preview: 'blob:gone' },
        mask: { marks, base: null },
      },
      audience: 'private',
      unanswered: { key: 'k', order: '{}' },
    },
    store,
  )
  expect(readFormDraft(app, store)).toEqual({
    values: {
      title: 'Fern',
      photo: { state: 'uploaded', file, preview: '/a.png' },
      mask: { marks, base: null },
      mode: 'a',
    },
    audience: 'private',
    parentId: undefined,
    unanswered: { key: 'k', order: '{}' },
  })
  dropFormDraft(app, store)
  expect(readFormDraft(app, store)).toBeUndefined()
})

test('a file that was not sent is not kept in a draft', () => {
  const store = storage()
  const photo = { state: 'chosen' as const, blob: new Blob(['x']), file, preview: 'blob:x', part: 0 }
  keepFormDraft(app, { values: { ...blankValues(app.fields), photo }, audience: 'public' }, store)
  expect(readFormDraft(app, store)?.values.photo).toBeNull()
})

test.each([
  ['nonsense', '{'],
  ['a number', '7'],
  ['another version of the app', '{"version":2,"values":{"title":"x"}}'],
])('%s in storage yields no draft', (_, kept) => {
  expect(readFormDraft(app, storage({ 'infra.app.test.draft': kept }))).toBeUndefined()
})

test('stored values that don’t match their field are ignored', () => {
  const values = { title: 7, photo: { kept: { id: 1 } }, mask: { marks: 'x' }, mode: 'gone' }
  const kept = { 'infra.app.test.draft': JSON.stringify({ version: 1, values, unanswered: { key: 1 } }) }
  expect(readFormDraft(app, storage(kept))).toMatchObject({
    values: { title: '', photo: null, mask: { marks: [], base: null }, mode: 'a' },
    unanswered: undefined,
  })
})

test('storage that throws breaks nothing', () => {
  const broken = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(readFormDraft(app, broken)).toBeUndefined()
  keepFormDraft(app, { values: {}, audience: 'public' }, broken)
  dropFormDraft(app, broken)
})

test('[finding U1] an old draft keeps its visibility, but with a file a public one becomes private', () => {
  const draft = (visibility: string) =>
    storage({ 'infra.app.test.draft': JSON.stringify({ version: 1, values: {}, visibility }) })
  expect(readFormDraft(app, draft('private'))?.audience).toBe('private')
  expect(readFormDraft(app, draft('public'))?.audience).toBe('private')
  const words = { ...app, fields: app.fields.slice(0, 1) }
  expect(readFormDraft(words, draft('private'))?.audience).toBe('private')
  expect(readFormDraft(words, draft('public'))?.audience).toBe('public')
})
