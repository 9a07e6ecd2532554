import { expect, test } from 'vitest'
import { runSecondsMax } from './attempt-rules.ts'

test('an attempt may take the run time of its app plus ten minutes to fetch what it needs', () => {
  expect(runSecondsMax({ limits: { runSeconds: 60, memoryMb: 1 } })).toBe(660)
})
