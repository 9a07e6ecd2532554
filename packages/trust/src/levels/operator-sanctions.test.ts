import { expect, test } from 'vitest'
import { DAY_MS } from '../trust-rules.ts'
import { mayLinkNode, operatorSanctions } from './operator-sanctions.ts'

const NOW = 100 * DAY_MS

test.for<[string, (number | null)[], { watch: string[]; suspendsOperator: boolean }]>([
  ['the only node', [NOW], { watch: [], suspendsOperator: false }],
  ['one of three', [NOW, null, null], { watch: ['1', '2'], suspendsOperator: false }],
  ['two of three', [NOW, NOW - 29 * DAY_MS, null], { watch: ['2'], suspendsOperator: true }],
  ['two of three, one long ago', [NOW, NOW - 30 * DAY_MS, null], { watch: ['2'], suspendsOperator: false }],
])("the operator's sanctions when %s is suspended", ([, suspended, sanctions]) => {
  const nodes = suspended.map((suspendedAt, at) => ({ id: String(at), suspendedAt }))
  expect(operatorSanctions(nodes, NOW)).toEqual(sanctions)
})

test.for<[number, number | null, boolean]>([
  [2, null, true],
  [3, null, false],
  [0, NOW - 29 * DAY_MS, true],
  [1, NOW - 29 * DAY_MS, false],
  [2, NOW - 30 * DAY_MS, true],
])(
  'with %i nodes below known and a ban at %s, one more may be linked: %s',
  ([count, prefixBannedAt, may]) => {
    expect(mayLinkNode({ nodesBelowKnown: count, prefixBannedAt }, NOW)).toBe(may)
  },
)
