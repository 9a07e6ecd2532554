import { expect, test } from 'vitest'
import { text } from './text.ts'

const word = text({ min: 2, max: 4 })

test.for(['ab', 'abcd', '🦊🦊', '🦊🦊🦊🦊', 'שלום'])('"%s" is within 2 and 4 characters', (value) => {
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

test('space around a text does not count and is not kept', () => {
  expect(word.parse(' \n abcd \t')).toBe('abcd')
})
