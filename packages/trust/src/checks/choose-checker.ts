import { claimRights } from '../levels/claim-rights.ts'
import type { TrustRecord } from '../levels/trust-record.ts'
import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'

/** A node that serves the app now. */
export interface Candidate {
  node: string
  operator: string
  /** Of its network: /24 or /48. */
  prefix: string
  isReference: boolean
  record: TrustRecord
}

export interface CheckedResult {
  operator: string
  prefix: string
  isPrivate: boolean
  /** Since the result was submitted. */
  ageMs: number
}

/** Whether this node's result may count as a check: another operator on another network, known or better. */
export function mayCheck(
  candidate: Candidate,
  result: CheckedResult,
  rules: TrustRules = TRUST_RULES,
): boolean {
  if (candidate.operator === result.operator || candidate.prefix === result.prefix) return false
  // Nobody new may see private input, and what everybody has seen could be copied.
  if ((result.isPrivate || result.ageMs >= rules.checkHiddenMs) && !candidate.isReference) return false
  return claimRights(candidate.record).vouches
}

/**
 * Draws the node that runs a result again: a third of them reference nodes, the others by operator, each with the same chance however
 * many nodes it has. `random` are three independent numbers from 0 to below 1.
 */
export function chooseChecker<Node extends Candidate>(
  candidates: readonly Node[],
  result: CheckedResult,
  random: readonly [number, number, number],
  rules: TrustRules = TRUST_RULES,
): Node | null {
  const able = candidates.filter((candidate) => mayCheck(candidate, result, rules))
  const reference = able.filter(({ isReference }) => isReference)
  const others = able.filter(({ isReference }) => !isReference)
  const isForReference = others.length === 0 || (reference.length > 0 && random[0] < rules.referenceShare)
  return drawByOperator(isForReference ? reference : others, random[1], random[2])
}

export interface EarlierRun {
  node: string
  operator: string
  prefix: string
}

/**
 * Draws a referee that has not run the job yet: a reference node, else a trusted one of another operator and network. A network
 * with one reference node cannot decide about private jobs, since no third machine may see them.
 */
export function chooseReferee<Node extends Candidate>(
  candidates: readonly Node[],
  isPrivate: boolean,
  earlier: readonly EarlierRun[],
  random: readonly [number, number],
): Node | null {
  const able = candidates.filter(({ record }) => claimRights(record).referee)
  const references = able.filter(
    ({ isReference, node }) => isReference && !earlier.some((run) => run.node === node),
  )
  if (isPrivate || references.length > 0) return drawByOperator(references, random[0], random[1])
  const others = able.filter(
    ({ isReference, operator, prefix }) =>
      !isReference && !earlier.some((run) => run.operator === operator || run.prefix === prefix),
  )
  return drawByOperator(others, random[0], random[1])
}

function drawByOperator<Node extends Candidate>(
  nodes: readonly Node[],
  random: number,
  randomNode: number,
): Node | null {
  const operators = [...new Set(nodes.map(({ operator }) => operator))]
  const operator = operators[Math.floor(random * operators.length)]
  const own = nodes.filter((node) => node.operator === operator)
  return own[Math.floor(randomNode * own.length)] ?? null
}

/** Whether a node on probation may get another second run of an app, given how many its network prefix got. */
export function mayGiveSecondRun(ofPrefix: number, ofAll: number, rules: TrustRules = TRUST_RULES): boolean {
  // If there are few, even one would exceed the share, so the first is always allowed.
  return ofPrefix === 0 || ofPrefix + 1 <= (ofAll + 1) * rules.probationPrefixShareMax
}
