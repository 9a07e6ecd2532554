import { expect, test } from 'vitest'
import { blankDraft, type Draft, dropDraft, keepDraft, readDraft } from './draft.ts'

function storageWith(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial))
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

const draft: Draft = {
  kind: 'idea',
  title: 'Dark mode',
  description: 'There is only dark mode.',
  contact: 'fern@example.org',
  diagnostics: { version: 'Beta 1.0.1', page: '/feed', browser: 'Some browser', requestIds: ['1'] },
  sendsDiagnostics: false,
  pictures: [{ name: 'one' }, { name: 'two', uploadId: '018f3a5c-1111-7222-8333-444455556666' }],
  unanswered: { key: 'k', order: '{}' },
}

test('a draft is read back as it was stored, and gone once dropped', () => {
  const storage = storageWith()
  keepDraft(draft, () => storage)
  expect(readDraft(() => storage)).toEqual(draft)
  dropDraft(() => storage)
  expect(readDraft(() => storage)).toEqual(blankDraft)
})

const nonsense =
  '{"kind":"rant","title":7,"pictures":[7,null,{}],"diagnostics":{"page":1},"unanswered":{"key":1}}'

test.each(['', '{', 'null', '7', '[]', nonsense])('nonsense in storage (%s) yields a blank draft', (text) => {
  const storage = storageWith({ 'infra.feedback.draft': text })
  expect(readDraft(() => storage)).toEqual(blankDraft)
})

test('blocked storage breaks nothing', () => {
  const refusing = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(() => keepDraft(draft, refusing)).not.toThrow()
  expect(() => dropDraft(refusing)).not.toThrow()
  expect(readDraft(refusing)).toEqual(blankDraft)
})
