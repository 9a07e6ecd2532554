import { expect, test } from 'vitest'
import { blankDraft, dropDraft, keepDraft, readDraft } from './draft.ts'

function shelfWith(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial))
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

const draft = { kind: 'idea', title: 'Dark mode', description: 'There is only dark mode.' } as const

test('a draft is read back as it was kept, and gone once dropped', () => {
  const shelf = shelfWith()
  keepDraft(draft, () => shelf)
  expect(readDraft(() => shelf)).toEqual(draft)
  dropDraft(() => shelf)
  expect(readDraft(() => shelf)).toEqual(blankDraft)
})

test.each(['', '{', 'null', '7', '[]', '{"kind":"rant","title":7}'])(
  'nonsense on the shelf (%s) is a blank draft',
  (text) => {
    const shelf = shelfWith({ 'infra.feedback.draft': text })
    expect(readDraft(() => shelf)).toEqual(blankDraft)
  },
)

test('a storage that refuses breaks nothing', () => {
  const refusing = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(() => keepDraft(draft, refusing)).not.toThrow()
  expect(() => dropDraft(refusing)).not.toThrow()
  expect(readDraft(refusing)).toEqual(blankDraft)
})
