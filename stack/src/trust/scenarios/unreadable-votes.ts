import {
  countFinalVotes,
  type FinalVote,
  falseFinals,
  isSuspendedForFalseFinals,
} from '@infra/trust/failures/final-votes'
import { jobEnd } from '@infra/trust/failures/job-end'
import type { TrustRules } from '@infra/trust/trust-rules'
import type { Random } from '../assumptions.ts'
import type { Conditions } from '../conditions.ts'
import { randomGenerator } from '../random-generator.ts'
import { mean, percent, type Report } from '../report.ts'

const OPERATORS = 50
const FALSE_VOTERS = 10
const JOBS = 1_000
const ROUNDS = 40
/** Jobs whose input has a file that the network's own inspector can open. */
const WITH_FILE = 0.7

interface Voter {
  id: string
  votesFalsely: boolean
  falseAt: number[]
  isSuspended: boolean
}

/** Nodes that report every input as unreadable, though all are readable. */
export function unreadableVotes(conditions: Conditions): Report {
  const once = { finalVotes: 1, falseFinalsMax: Number.POSITIVE_INFINITY }
  const ways: { name: string; rules: Partial<TrustRules>; inspects: boolean }[] = [
    { name: 'one node says `final`, and nobody counts', rules: once, inspects: false },
    { name: 'votes of different known operators', rules: {}, inspects: false },
    { name: 'the same, and the inspector for files: the rules in force', rules: {}, inspects: true },
  ]
  const rows = ways.map(({ name, rules, inspects }) => {
    const random = randomGenerator(conditions.seed, `unreadable ${name}`)
    const changed = { ...conditions.rules, ...rules }
    const rounds = Array.from({ length: Math.ceil(ROUNDS * conditions.scale) }, () =>
      simulateRound(changed, inspects, random),
    )
    return {
      name,
      ended: mean(rounds, ({ ended }) => ended / JOBS),
      suspended: mean(rounds, ({ suspended }) => suspended),
    }
  })
  // Not every input has a file that can be inspected, so the votes must be enough by themselves.
  const most = Math.max(...rows.slice(1).map(({ ended }) => ended))
  return {
    tables: [
      {
        title: 'Nodes that call every input unreadable (10 of 50; 1,000 jobs)',
        header: ['who decides', 'jobs ended', 'such nodes suspended, of 10'],
        rows: rows.map((row) => [row.name, percent(row.ended), row.suspended.toFixed(1)]),
      },
    ],
    claims: [{ name: 'strangers can end at most 1 % of jobs', holds: most <= 0.01, seen: percent(most) }],
  }
}

function simulateRound(rules: TrustRules, inspects: boolean, random: Random) {
  const voters = Array.from(
    { length: OPERATORS },
    (_, at): Voter => ({ id: `${at}`, votesFalsely: at < FALSE_VOTERS, falseAt: [], isSuspended: false }),
  )
  const countFalse = (ids: string[], at: number) => {
    for (const voter of voters.filter(({ id }) => ids.includes(id))) {
      voter.falseAt.push(at)
      voter.isSuspended ||= isSuspendedForFalseFinals(voter.falseAt, at, rules)
    }
  }
  let ended = 0
  for (let at = 0; at < JOBS; at += 1) {
    const outcome = simulateJob(voters, inspects && random() < WITH_FILE, rules, random)
    countFalse(outcome.falseVotes, at)
    if (outcome.isEnded) ended += 1
  }
  return { ended, suspended: voters.filter(({ isSuspended }) => isSuspended).length }
}

/** Gives one job to one node after the other, until it is finished or ends without a result. */
function simulateJob(voters: readonly Voter[], isInspected: boolean, rules: TrustRules, random: Random) {
  const votes: FinalVote[] = []
  const tried: string[] = []
  for (;;) {
    const able = voters.filter(({ id, isSuspended }) => !isSuspended && !tried.includes(id))
    const voter = able[Math.floor(random() * able.length)]
    if (!voter) return { isEnded: true, falseVotes: [] }
    if (!voter.votesFalsely) return { isEnded: false, falseVotes: falseFinals(votes) }
    tried.push(voter.id)
    votes.push({ node: voter.id, operator: voter.id, isReference: false, vouches: true })
    const counted = countFinalVotes(votes, isInspected ? true : null, rules)
    if (counted.state === 'impossible') return { isEnded: true, falseVotes: [] }
    const failed = tried.map((operator) => ({ operator, isKnown: true }))
    if (jobEnd(failed, rules) === 'error')
      return { isEnded: true, falseVotes: counted.state === 'false' ? counted.nodes : [] }
  }
}
