// @vitest-environment happy-dom
import { Refusal } from '@infra/protocol/refusal'
import { expect, test } from 'vitest'
import { refusalMessages } from '../api/call.ts'
import { problemsOf, refusedBy } from './problems.ts'

const fine = { kind: 'bug', title: 'Four', description: 'Ten chars.' } as const

test.each([
  ['the shortest valid report', {}, {}],
  ['the longest valid report', { title: 'x'.repeat(120), description: '🙂'.repeat(4000) }, {}],
  ['a short title', { title: ' abc ' }, { title: 'must have at least 4 characters' }],
  ['a long title', { title: 'x'.repeat(121) }, { title: 'must have at most 120 characters' }],
  ['a short description', { description: 'Nine char' }, { description: 'must have at least 10 characters' }],
  [
    'a long description',
    { description: 'x'.repeat(4001) },
    { description: 'must have at most 4000 characters' },
  ],
])('finds the problems of %s', (_, change, problems) => {
  expect(problemsOf({ ...fine, ...change })).toEqual(problems)
})

test('a refused report shows the fields that the API named, once each', () => {
  const refusal = new Refusal('validation_failed', '2 fields are not valid.', {
    errors: [
      { pointer: '/title', message: 'must not be a joke' },
      { pointer: '/title', message: 'must be new' },
      { pointer: '/elsewhere', message: 'must not be there' },
    ],
  })
  expect(refusedBy(refusal)).toEqual({
    sentence: 'Some fields need fixing.',
    problems: { title: 'must not be a joke' },
  })
})

test.each([
  [new Refusal('rate_limited', '', { retryAfterSeconds: 42 }), /send it in 42 seconds\.$/],
  [new Refusal('rate_limited', '', { retryAfterSeconds: 1 }), /send it in 1 second\.$/],
  [new Refusal('rate_limited', ''), /send it in a minute\.$/],
  [new Refusal('dependency_unavailable', ''), /can’t take reports right now. Your draft is saved/],
  [new Refusal('payload_too_large', ''), new RegExp(refusalMessages.payload_too_large)],
  [new TypeError('a bug of ours'), new RegExp(refusalMessages.internal_error)],
])('%s has a readable message', (error, sentence) => {
  expect(refusedBy(error).sentence).toMatch(sentence)
})
