import { expect, test } from 'vitest'
import { csv } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("http://evil")', '"\'=HYPERLINK(""http://evil"")"'],
  ['+1', '"\'+1"'],
  ['-1', '"\'-1"'],
  ['@sum', '"\'@sum"'],
  ['\t=1', '"\'\t=1"'],
])('[F08] %s is written as %s', (value, written) => {
  expect(csv([[value]])).toBe(`${written}\r\n`)
})

test('numbers stay numbers, even below zero', () => {
  expect(
    csv([
      ['name', -5],
      ['x', 1.5],
    ]),
  ).toBe('name,-5\r\nx,1.5\r\n')
})
