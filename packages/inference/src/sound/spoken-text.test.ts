import { expect, test } from 'vitest'
import { sentencesOf, spokenText } from './spoken-text.ts'

test.for<[string, string]>([
  ['I have 3 cats.', 'I have three cats.'],
  ['1,234,567', 'one million two hundred and thirty four thousand five hundred and sixty seven'],
  ['3.14 and 0.5', 'three point one four and zero point five'],
  ['agent 007', 'agent zero zero seven'],
  ['in 1984, 2005 and 2024', 'in nineteen eighty four, two thousand and five and twenty twenty four'],
  ['1900', 'nineteen hundred'],
  ['the 1st, 22nd and 100th', 'the first, twenty second and one hundredth'],
  ['$12.50', 'twelve dollars and fifty cents'],
  ['$1 or £0.01', 'one dollar or one penny'],
  ['€2.5 million', 'two point five million euros'],
  ['up 5%', 'up five percent'],
  ['on 2024-03-05', 'on March fifth, twenty twenty four'],
  ['March 21, 1999', 'March twenty first, nineteen ninety nine'],
  ['3 May', 'May third'],
  ['at 9:05 or 10:00', "at nine oh five or ten o'clock"],
  ['Dr. Who vs. Mr. X', 'doctor Who versus mister X'],
  ['tea, milk, etc.', 'tea, milk, et cetera.'],
  ['salt & pepper', 'salt and pepper'],
  ['-3.5°C', 'minus three point five degrees C'],
  ['10-20 km in 1 ms', 'ten to twenty kilometres in one millisecond'],
  ['see https://www.example.com/a', 'see example dot com slash a'],
  ['a “naïve” café — 茶 🦊', 'a naive cafe,'],
  ['STOP THAT NOISE', 'stop that noise'],
  ['the NASA and the FBI', 'the NASA and the FBI'],
])('"%s" is spoken as "%s"', ([written, said]) => {
  expect(spokenText(written)).toBe(said)
})

test('splits text at the ends of sentences, and long sentences at commas', () => {
  expect(sentencesOf('One. Two! Is it three? Yes\nfour')).toEqual([
    'One.',
    'Two!',
    'Is it three?',
    'Yes',
    'four',
  ])
  const long = Array.from({ length: 90 }, (_, at) => (at % 12 === 11 ? 'word,' : 'word')).join(' ')
  const parts = sentencesOf(long)
  expect(parts.length).toBeGreaterThan(1)
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(220)
  expect(parts.join(' ')).toBe(long)
  expect(parts.slice(0, -1).every((part) => part.endsWith(','))).toBe(true)
  expect(sentencesOf('x'.repeat(1000)).join('')).toBe('x'.repeat(1000))
})
