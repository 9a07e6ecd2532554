import { expect, test } from 'vitest'
import { newTrustRecord } from '../levels/trust-record.ts'
import { type Candidate, chooseChecker, chooseReferee, mayCheck, mayGiveSecondRun } from './choose-checker.ts'

const base = newTrustRecord({ linkedAt: 0, appVersion: 1 })
const candidate = (operator: string, more: Partial<Candidate> = {}): Candidate => ({
  node: `node-${operator}`,
  operator,
  prefix: `net-${operator}`,
  isReference: false,
  record: { ...base, level: 'known' },
  ...more,
})
const reference = candidate('infra', { isReference: true, record: { ...base, level: 'trusted' } })
const trusted = (operator: string) => candidate(operator, { record: { ...base, level: 'trusted' } })
const result = { operator: 'olga', prefix: 'net-olga', isPrivate: false, ageMs: 0 }

test.for<[string, Candidate, object, boolean]>([
  ['another operator', candidate('rita'), {}, true],
  ['the same operator', candidate('olga', { prefix: 'elsewhere' }), {}, false],
  ['the same network', candidate('rita', { prefix: 'net-olga' }), {}, false],
  ['a node on probation', candidate('rita', { record: { ...base, level: 'probation' } }), {}, false],
  ['a watched node', candidate('rita', { record: { ...base, level: 'trusted', watchLeft: 3 } }), {}, false],
  ['anyone, a private job', trusted('rita'), { isPrivate: true }, false],
  ['a reference node, a private job', reference, { isPrivate: true }, true],
  ['anyone, a result that everybody has seen', candidate('rita'), { ageMs: 600_000 }, false],
  ['a reference node, a result that everybody has seen', reference, { ageMs: 600_000 }, true],
])('who may check a result: %s', ([, node, more, may]) => {
  expect(mayCheck(node, { ...result, ...more })).toBe(may)
})

const EVENLY = Array.from({ length: 30 }, (_, at) => at / 30)

test('operators are equally likely to be chosen, however many nodes they have', () => {
  const nodes = [candidate('rita'), ...Array.from({ length: 9 }, () => candidate('sven'))]
  const chosen = EVENLY.map((random) => chooseChecker(nodes, result, [0, random, 0.5])?.operator)
  expect(chosen.filter((operator) => operator === 'rita')).toHaveLength(15)
})

test('a third of the checks goes to reference nodes', () => {
  const nodes = [candidate('rita'), reference]
  const chosen = EVENLY.map((random) => chooseChecker(nodes, result, [random, 0, 0])?.operator)
  expect(chosen.filter((operator) => operator === 'infra')).toHaveLength(10)
})

test('a reference node checks what no other node may, and operators never check their own results', () => {
  expect(chooseChecker([candidate('rita'), reference], { ...result, isPrivate: true }, [0.9, 0, 0])).toBe(
    reference,
  )
  expect(chooseChecker([candidate('olga')], result, [0.9, 0, 0])).toBeNull()
})

test('a referee is a reference node, or else a trusted one, and has not run the job', () => {
  const ran = [candidate('olga'), candidate('rita')]
  const choose = (nodes: Candidate[], isPrivate = false, earlier = ran) =>
    chooseReferee(nodes, isPrivate, earlier, [0, 0])?.node ?? null
  expect(choose([trusted('sven'), reference])).toBe('node-infra')
  expect(choose([trusted('sven')])).toBe('node-sven')
  expect(choose([trusted('sven')], true)).toBeNull()
  expect(choose([candidate('tara')])).toBeNull()
  expect(choose([trusted('rita')])).toBeNull()
  const another = { ...reference, node: 'node-infra-2' }
  const ranByReference = [candidate('olga'), reference]
  expect(choose([reference, another], true, ranByReference)).toBe('node-infra-2')
  expect(choose([reference], true, ranByReference)).toBeNull()
  expect(choose([reference, trusted('sven')], false, ranByReference)).toBe('node-sven')
})

test('nodes on probation in one network get at most a tenth of the second runs', () => {
  expect(mayGiveSecondRun(0, 0)).toBe(true)
  expect(mayGiveSecondRun(1, 18)).toBe(false)
  expect(mayGiveSecondRun(1, 19)).toBe(true)
})
