import { expect, test } from 'vitest'
import { objectsIn, type Region, tokensOf, wordsIn } from './regions.ts'

const box = { x: 1, y: 2, width: 3, height: 4 }
const word = (text: string): Region => ({ text, confidence: 0.9, box })

test('reads the objects and words that a node wrote', () => {
  expect(objectsIn([{ label: 'cat', score: 0.9, box }])).toEqual([word('cat')])
  expect(wordsIn([{ text: 'Hello', confidence: 0.9, box }])).toEqual([word('Hello')])
  expect(objectsIn([])).toEqual([])
})

test.for([
  null,
  {},
  'cat',
  [null],
  [{ label: 'cat' }],
  [{ label: 1, score: 1, box }],
  [{ label: 'cat', score: 1, box: { ...box, x: 'left' } }],
  [{ label: 'cat', score: 1, box: { ...box, width: -1 } }],
  Array.from({ length: 3_001 }, () => ({ label: 'cat', score: 1, box })),
])('a file with other content is not read as objects: %#', (json) => {
  expect(objectsIn(json)).toBeUndefined()
})

test('each word of a text gets its region, in order', () => {
  expect(tokensOf('one two\n\ntwo', [word('one'), word('two'), word('two')])).toEqual([
    { text: 'one', region: 0 },
    { text: ' ' },
    { text: 'two', region: 1 },
    { text: '\n\n' },
    { text: 'two', region: 2 },
  ])
  expect(tokensOf('', [])).toEqual([])
})

test.for([
  ['one three', ['one', 'two']],
  ['one', ['one', 'two']],
  ['one two', ['one']],
] as const)('a text that doesn’t match the list of words gets no regions: %s', ([text, words]) => {
  expect(tokensOf(text, words.map(word))).toBeUndefined()
})
