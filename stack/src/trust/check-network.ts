import {
  type Candidate,
  type CheckedResult,
  chooseChecker,
  chooseReferee,
  type EarlierRun,
} from '@infra/trust/checks/choose-checker'
import { type CheckDecision, decideCheck, type Run } from '@infra/trust/checks/decide-check'
import { newTrustRecord, type TrustRecord } from '@infra/trust/levels/trust-record'
import type { TrustRules } from '@infra/trust/trust-rules'
import type { Random } from './assumptions.ts'

/** A node that may run others' results again. */
export interface Checker extends Candidate {
  /** Whether it repeats the wrong results of the node that is simulated. */
  isFriend: boolean
}

const PLATFORM = 'linux-arm64'

export function checkersOf(
  operators: number,
  friends: number,
  { rules, hasReference }: { rules: TrustRules; hasReference: boolean },
): Checker[] {
  const trusted: TrustRecord = { ...newTrustRecord({ linkedAt: 0, appVersion: 1 }, rules), level: 'trusted' }
  const others = Array.from({ length: operators }, (_, at) => ({
    node: `node-${at}`,
    operator: `operator-${at}`,
    prefix: `network-${at}`,
    isReference: false,
    isFriend: at < friends,
    record: trusted,
  }))
  const references = ['infra-1', 'infra-2'].map((node) => ({
    node,
    operator: 'infra',
    prefix: 'infra',
    isReference: true,
    isFriend: false,
    record: trusted,
  }))
  return hasReference ? [...others, ...references] : others
}

export interface SimulatedCheck {
  checkers: readonly Checker[]
  result: CheckedResult & EarlierRun
  /** The result of the first run, and that of another one. Equal texts are the same result. */
  first: string
  resultOf: (checker: Checker, role: 'second' | 'referee') => string
  /** Whether the first node's agreement counts for the second. */
  vouches: boolean
  hasReference: boolean
  random: Random
  rules: TrustRules
}

export interface CheckedOnce {
  decision: Extract<CheckDecision, { state: 'decided' }>
  second: Checker
  /** Runs besides the first one. */
  runs: number
}

/** Has others run a job again, as the rules say. Null if nobody may. */
export function simulateCheck(check: SimulatedCheck): CheckedOnce | null {
  const { checkers, result, random, rules, hasReference } = check
  const second = chooseChecker(checkers, result, [random(), random(), random()], rules)
  if (!second) return null
  const others = [second]
  const results = [check.first, check.resultOf(second, 'second')]
  const firstRun: Run = { isReference: false, vouches: check.vouches, platform: PLATFORM }
  for (let isExhausted = false; ; ) {
    const runs: [Run, Run, ...Run[]] = [firstRun, runOf(second), ...others.slice(1).map(runOf)]
    const compare = (one: number, other: number) => (results[one] === results[other] ? 'same' : 'wrong')
    const decision = decideCheck({ runs, compare, hasReference, isExhausted }, rules)
    if (decision.state === 'decided') return { decision, second, runs: others.length }
    const referee = chooseReferee(checkers, result.isPrivate, [result, ...others], [random(), random()])
    if (!referee) isExhausted = true
    else {
      others.push(referee)
      results.push(check.resultOf(referee, 'referee'))
    }
  }
}

const runOf = ({ isReference }: Checker): Run => ({ isReference, vouches: true, platform: PLATFORM })
