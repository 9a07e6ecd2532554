import type { StatementLine } from '@infra/protocol/credits'
import { expect, test } from 'vitest'
import { foldStatement } from './fold-statement.ts'

const STORY = '01980000-0000-7000-8000-000000000001'
const OTHER = '01980000-0000-7000-8000-000000000002'

const line = (
  kind: StatementLine['kind'],
  [available, held, pending = 0]: [number, number, number?],
  jobId: string | null = STORY,
): StatementLine => ({
  at: new Date('2026-01-01'),
  kind,
  available,
  held,
  pending,
  jobId,
  appName: jobId && 'Story Teller',
})

const shown = (lines: StatementLine[]) =>
  foldStatement(lines).map(({ kind, credits, held }) => [kind, credits, held])

test.for<[string, StatementLine[], [string, number, number]]>([
  ['an open job', [line('hold', [-3, 3])], ['hold', 0, 3]],
  ['a finished job', [line('settle', [0, -3]), line('hold', [-3, 3])], ['settle', -3, 0]],
  ['a job that cost less than its hold', [line('settle', [1, -3]), line('hold', [-3, 3])], ['settle', -2, 0]],
  ['a failed job', [line('refund', [3, -3]), line('hold', [-3, 3])], ['refund', 0, 0]],
  ['a job on the user’s own node', [line('own', [3, -3]), line('hold', [-3, 3])], ['own', 0, 0]],
  ['a wrong result', [line('void', [3, 0]), line('settle', [0, -3]), line('hold', [-3, 3])], ['void', 0, 0]],
])('[finding U12] %s is shown as one line', ([, lines, folded]) => {
  expect(shown(lines)).toEqual([folded])
})

test('[finding U12] a job whose hold is on the next page already shows its cost', () => {
  expect(shown([line('settle', [1, -3])])[0]!.slice(0, 2)).toEqual(['settle', -2])
})

test('entries that don’t belong to an order keep their own lines, in order', () => {
  const lines = [
    line('settle', [0, -3]),
    line('earning', [0, 0, 5], OTHER),
    line('release', [5, 0, -5], OTHER),
    line('hold', [-3, 3]),
    line('starter', [500, 0], null),
  ]
  expect(shown(lines)).toEqual([
    ['settle', -3, 0],
    ['earning', 5, 0],
    ['release', 0, 0],
    ['starter', 500, 0],
  ])
})
