import { expect, test } from 'vitest'
import { checkFigures } from './check-figures.ts'

const SOURCES = [
  'You have **500 credits** to spend, 20 held for open jobs. [Your credits](/profile/credits)',
  'Cut-out takes about 12 seconds, by the last day’s jobs. 3 jobs wait for it, and 2 nodes are free.',
  'It costs 1 credit and 0.01 for each character. The node keeps 80 % of it.',
]

function said(text: string, pieces: number): { text: string; leftOut: number } {
  const check = checkFigures()
  for (const one of SOURCES) check.addSource(one)
  let shown = ''
  for (let at = 0; at < text.length; at += pieces) shown += check.add(text.slice(at, at + pieces))
  const { text: rest, leftOut } = check.end()
  return { text: shown + rest, leftOut }
}

test.for([
  ['You have 900 credits.', 'You have … credits.'],
  ['You have 5,000 credits.', 'You have … credits.'],
  ['You have nine hundred credits.', 'You have … credits.'],
  ['You have one million credits!', 'You have … credits!'],
  ['You have **1 234** credits.', 'You have **…** credits.'],
  ['You have ９００ credits.', 'You have … credits.'],
  ['The node keeps 95 % of it.', 'The node keeps … % of it.'],
  ['The node keeps ninety-five percent.', 'The node keeps … percent.'],
  ['The node keeps half percent.', 'The node keeps … percent.'],
  ['It takes 12 minutes.', 'It takes … minutes.'],
  ['It takes 500 seconds.', 'It takes … seconds.'],
  ['It takes twelve hours.', 'It takes … hours.'],
  ['3 credits are held.', '… credits are held.'],
  ['There are 12 nodes.', 'There are … nodes.'],
  ['It costs 0.02 per character.', 'It costs … per character.'],
  ['It costs $7.', 'It costs $….'],
  ['About 500-600 credits.', 'About 500-… credits.'],
  ['You have 500 credits and 77 jobs.', 'You have 500 credits and … jobs.'],
  ['Two dozen nodes are online.', '… nodes are online.'],
] as const)('"%s" becomes "%s", whatever the chunks', ([lie, shown]) => {
  for (const pieces of [1, 2, 3, 5, 7, lie.length]) {
    const { text, leftOut } = said(lie, pieces)
    expect(text, `in pieces of ${pieces}`).toBe(shown)
    expect(leftOut).toBeGreaterThan(0)
  }
})

test.for([
  'You have five hundred credits, 20 of them held.',
  'You have **500** credits.',
  'It takes 12 seconds, and three jobs wait.',
  'Two nodes are free, so pick this one.',
  'The operator gets 80% of 1 credit.',
  '1. Open the app.\n2. Press Run.\n[It](/profile?job=9f8e7d6c)',
  'Nothing to count here, and the first one is fine.',
])('"%s" is unchanged', (truth) => {
  for (const pieces of [1, 4, truth.length]) expect(said(truth, pieces)).toEqual({ text: truth, leftOut: 0 })
})

test('text without figures is not held back', () => {
  const check = checkFigures()
  expect(check.add('Nodes are ')).toBe('Nodes are ')
  expect(check.add('machines of other people. ')).toBe('machines of other people. ')
})

test('a long text without a space is not held back', () => {
  const check = checkFigures()
  let shown = ''
  for (let chunk = 0; chunk < 200; chunk += 1) shown += check.add('x'.repeat(10))
  expect(shown.length).toBeGreaterThan(1_500)
  expect(shown + check.end().text).toBe('x'.repeat(2_000))
})
