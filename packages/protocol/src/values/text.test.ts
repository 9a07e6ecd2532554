import { expect, test } from 'vitest'
import { text } from './text.ts'

const word = text({ min: 2, max: 4 })

test.for(['ab', 'abcd', '🦊🦊', '🦊🦊🦊🦊', 'שלום'])('"%s" has between 2 and 4 characters', (value) => {
  expect(word.parse(value)).toBe(value)
})

test.for([
  ['', 'must have at least 2 characters'],
  ['🦊', 'must have at least 2 characters'],
  ['  a  ', 'must have at least 2 characters'],
  ['abcde', 'must have at most 4 characters'],
  ['🦊🦊🦊🦊🦊', 'must have at most 4 characters'],
])('"%s" %s', ([value, message]) => {
  expect(word.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('trims the space around a text before counting', () => {
  expect(word.parse(' \n abcd \t')).toBe('abcd')
})

test.for([
  ['zero-width spaces', '\u200b\u200b\u200b'],
  ['joiners and marks of order', '\u200d\u2066\u2069'],
  ['fillers', '\u3164\u115f\uffa0'],
  ['empty Braille cells', '\u2800\u2800'],
  ['selectors and tags', '\ufe0f\u{e0041}'],
])('[finding X17] refuses a required text of nothing but %s', ([, value]) => {
  expect(word.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([
    'must have something to read',
  ])
  expect(text({ min: 0, max: 4 }).parse(value)).toBe(value)
})

test.for(['a\u200b', '👩\u200d💻', '\u0e01\u0e33', 'e\u0301'])('"%s" counts as readable', (value) => {
  expect(word.parse(value)).toBe(value)
})
