import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'

/** A node says that no node can run this job. */
export interface FinalVote {
  node: string
  operator: string
  isReference: boolean
  /** Known or better, and not watched. */
  vouches: boolean
}

export type FinalVotes =
  | { state: 'open' }
  /** The job ends as impossible and is refunded; nobody is at fault. */
  | { state: 'impossible' }
  /** The network's own inspector could read the input: these votes are false. */
  | { state: 'false'; nodes: string[] }

/** What the votes for a final failure mean. `isReadable`: what the inspector says, or null for an input without files. */
export function countFinalVotes(
  votes: readonly FinalVote[],
  isReadable: boolean | null,
  rules: TrustRules = TRUST_RULES,
): FinalVotes {
  if (isReadable) return { state: 'false', nodes: votes.map(({ node }) => node) }
  const operators = new Set(votes.filter(({ vouches }) => vouches).map(({ operator }) => operator))
  const references = votes.filter(({ isReference }) => isReference).length
  const isEnough = operators.size >= rules.finalVotes || references >= rules.finalVotesOfReference
  return { state: isEnough ? 'impossible' : 'open' }
}

/** The nodes whose votes a finished result has shown to be false. */
export function falseFinals(votes: readonly FinalVote[]): string[] {
  return [...new Set(votes.map(({ node }) => node))]
}

/** Whether a node's false final failures suspend it. `times` are when they were found. */
export function isSuspendedForFalseFinals(
  times: readonly number[],
  at: number,
  rules: TrustRules = TRUST_RULES,
): boolean {
  return times.filter((time) => at - time < rules.falseFinalMemoryMs).length >= rules.falseFinalsMax
}
