import { expect, test } from 'vitest'
import { TRUST_RULES } from '../trust-rules.ts'
import {
  type CheckDecision,
  type Comparison,
  decideCanary,
  decideCheck,
  isOftenUnclear,
  type Run,
} from './decide-check.ts'

/** Runs are named by their result; a leading `~` means almost the same, between the thresholds. */
interface Case {
  results: string[]
  platforms?: string[]
  /** Indexes of reference nodes. */
  references?: number[]
  /** Indexes of nodes whose result doesn't count. */
  silent?: number[]
  hasReference?: boolean
  isExhausted?: boolean
}

function decide(
  { results, platforms = [], references = [], silent = [], ...more }: Case,
  rules = TRUST_RULES,
) {
  const runs = results.map(
    (_, at): Run => ({
      isReference: references.includes(at),
      vouches: !silent.includes(at),
      platform: platforms[at] ?? 'linux-arm64',
    }),
  )
  const compare = (one: number, other: number): Comparison => {
    const [here, there] = [results[one]!, results[other]!]
    if (here === there) return 'same'
    return here === `~${there}` || there === `~${here}` ? 'unclear' : 'wrong'
  }
  return decideCheck(
    { runs: runs as [Run, Run, ...Run[]], compare, hasReference: references.length > 0, ...more },
    rules,
  )
}

/** Summarizes the outcomes of first and second, with `+` if it counts, who gets a strike, and whether a person is asked. */
function inShort(decision: CheckDecision): string {
  if (decision.state === 'needs_referees')
    return `${decision.count} more${decision.platform ? ` of ${decision.platform}` : ''}`
  const { first, second, struck, needsPerson } = decision
  const one = ({ outcome, counts }: typeof first) => `${outcome}${counts ? '+' : ''}`
  return [one(first), one(second), struck && `strike ${struck}`, needsPerson && 'person']
    .filter(Boolean)
    .join(', ')
}

test.for<[string, Case, string]>([
  ['two agree', { results: ['a', 'a'] }, 'agreed+, agreed+'],
  ['the second is on probation', { results: ['a', 'a'], silent: [1] }, 'agreed, agreed+'],
  ['the first is on probation', { results: ['a', 'a'], silent: [0] }, 'agreed+, agreed'],
  ['nearly the same', { results: ['a', '~a'] }, 'unclear, unclear'],
  ['two differ, with a reference node', { results: ['a', 'b'], hasReference: true }, '1 more'],
  ['two differ, without one', { results: ['a', 'b'] }, '3 more'],
  [
    'the reference node agrees with the first',
    { results: ['a', 'b', 'a'], references: [2] },
    'agreed+, contradicted, strike second',
  ],
  [
    'the reference node agrees with the second',
    { results: ['a', 'b', 'b'], references: [2] },
    'contradicted, agreed+, strike first',
  ],
  [
    'the reference node agrees with nobody',
    { results: ['a', 'b', 'c'], references: [2] },
    'unclear, unclear, person',
  ],
  [
    'the reference node is nearly the first',
    { results: ['a', 'b', '~a'], references: [2] },
    'unclear, unclear, person',
  ],
  ['one of three referees', { results: ['a', 'b', 'a'] }, '2 more'],
  ['two of three referees', { results: ['a', 'b', 'a', 'a'] }, 'agreed+, contradicted, strike second'],
  ['referees are divided', { results: ['a', 'b', 'a', 'b'] }, '1 more'],
  [
    'the third referee decides',
    { results: ['a', 'b', 'a', 'b', 'b'] },
    'contradicted, agreed+, strike first',
  ],
  ['three referees without a majority', { results: ['a', 'b', 'a', 'b', 'c'] }, 'unclear, unclear, person'],
  [
    'no further referee can be found',
    { results: ['a', 'b', 'a'], isExhausted: true },
    'unclear, unclear, person',
  ],
  [
    'two reference nodes differ',
    { results: ['a', 'b', 'a', 'b'], references: [2, 3] },
    'unclear, unclear, person',
  ],
  [
    'a reference node outweighs two others',
    { results: ['a', 'b', 'b', 'b', 'a'], references: [4] },
    'agreed+, contradicted, strike second',
  ],
  [
    'the second is a reference node, and a stranger sides with the first',
    { results: ['a', 'b', 'a'], references: [1] },
    'unclear, unclear, person',
  ],
  [
    'the second is a reference node, and a stranger sides with it',
    { results: ['a', 'b', 'b'], references: [1] },
    'contradicted, agreed+, strike first',
  ],
  [
    'all against the first are of another class',
    { results: ['a', 'b', 'b'], references: [2], platforms: ['linux-x64'] },
    '1 more of linux-x64',
  ],
  [
    'one of its class says so too',
    {
      results: ['a', 'b', 'b', 'b'],
      references: [2],
      platforms: ['linux-x64', 'linux-arm64', 'linux-arm64', 'linux-x64'],
    },
    'contradicted, agreed+, strike first',
  ],
  [
    'one of its class agrees with it',
    {
      results: ['a', 'b', 'b', 'a'],
      references: [2],
      platforms: ['linux-x64', 'linux-arm64', 'linux-arm64', 'linux-x64'],
    },
    'unclear, unclear, person',
  ],
  [
    'there is none of its class',
    { results: ['a', 'b', 'b'], references: [2], platforms: ['linux-x64'], isExhausted: true },
    'unclear, unclear, person',
  ],
  [
    'the other one is of its class',
    { results: ['a', 'b', 'b'], references: [2], platforms: ['linux-x64', 'linux-x64'] },
    'contradicted, agreed+, strike first',
  ],
])('%s', ([, runs, expected]) => {
  expect(inShort(decide(runs))).toBe(expected)
})

test('without referees the first node gets the strike', () => {
  const rules = { ...TRUST_RULES, referees: 0, refereesWithoutReference: 0 }
  expect(inShort(decide({ results: ['a', 'b'] }, rules))).toBe('contradicted, agreed+, strike first')
})

test.for<[Comparison, string, boolean]>([
  ['same', 'agreed', false],
  ['unclear', 'unclear', false],
  ['wrong', 'contradicted', true],
])('a canary compared as %s is %s', ([comparison, outcome, isStruck]) => {
  expect(decideCanary(comparison)).toMatchObject({ verdict: { outcome }, isStruck })
})

test('asks a person after more than 10 unclear checks among the last 50', () => {
  const latest = (unclear: number) => [
    ...new Array<'unclear'>(20).fill('unclear'),
    ...new Array<'agreed'>(50 - unclear).fill('agreed'),
    ...new Array<'unclear'>(unclear).fill('unclear'),
  ]
  expect(isOftenUnclear(latest(10))).toBe(false)
  expect(isOftenUnclear(latest(11))).toBe(true)
})
