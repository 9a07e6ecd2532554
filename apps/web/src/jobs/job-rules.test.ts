import { expect, test } from 'vitest'
import { altOf } from './job-rules.ts'
import { testJob } from './test-job.ts'

test('a picture is described by what it shows where that is known, else by who made it with what', () => {
  const app = { id: 'cut-out', version: 1, name: 'Cut-out' }
  expect(altOf(testJob({ app, alt: 'cat and 2 chairs' }))).toBe('Cut-out: cat and 2 chairs')
  expect(altOf(testJob({ app, alt: null, user: null }))).toBe('Cut-out by someone who left')
})
