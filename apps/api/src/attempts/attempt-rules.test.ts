import { expect, test } from 'vitest'
import { runSecondsMax } from './attempt-rules.ts'

test('an attempt may take as long as its app, and the time to fetch what it needs', () => {
  expect(runSecondsMax({ limits: { runSeconds: 60, memoryMb: 1 } })).toBe(660)
})
