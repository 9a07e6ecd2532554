import { expect, test } from 'vitest'
import { altOf } from './job-rules.ts'
import { testJob } from './test-job.ts'

test('a picture’s alt text says what it shows, or if that is unknown, its app and author', () => {
  const app = { id: 'cut-out', version: 1, name: 'Cut-out' }
  expect(altOf(testJob({ app, alt: 'cat and 2 chairs' }))).toBe('Cut-out: cat and 2 chairs')
  expect(altOf(testJob({ app, alt: null, user: null }))).toBe('Cut-out by someone who left')
})
