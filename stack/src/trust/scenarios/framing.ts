import { applyTrustEvent } from '@infra/trust/levels/apply-trust-event'
import type { TrustRules } from '@infra/trust/trust-rules'
import type { Random } from '../assumptions.ts'
import { type Checker, checkersOf, simulateCheck } from '../check-network.ts'
import type { Conditions } from '../conditions.ts'
import { randomGenerator } from '../random-generator.ts'
import { mean, type Report } from '../report.ts'

const OPERATORS = 50
const RING = 10
const CHECKS = 4_000
const ROUNDS = 100
/** How often two honest machines differ. */
const NOISE = 0.001

interface Way {
  name: string
  rules: Partial<TrustRules>
  hasReference: boolean
}

/** Members of a ring contradict every result of others, and hope that the referee is one of them. */
export function framing(conditions: Conditions): Report {
  const ways: Way[] = [
    {
      name: 'two differ: the first is struck',
      rules: { referees: 0, refereesWithoutReference: 0 },
      hasReference: false,
    },
    { name: 'one referee, any operator', rules: { refereesWithoutReference: 1 }, hasReference: false },
    { name: 'three referees, any operator', rules: { refereesWithoutReference: 3 }, hasReference: false },
    { name: 'the rules in force', rules: {}, hasReference: conditions.hasReference },
  ]
  const rows = ways.map(({ name, rules, hasReference }) => {
    const random = randomGenerator(conditions.seed, `framing ${name}`)
    const changed = { ...conditions, rules: { ...conditions.rules, ...rules }, hasReference }
    const rounds = Array.from({ length: Math.ceil(ROUNDS * conditions.scale) }, () =>
      simulateRound(changed, random),
    )
    return {
      name,
      honestOut: mean(rounds, ({ honestOut }) => honestOut),
      ringOut: mean(rounds, ({ ringOut }) => ringOut),
      honestStrikes: mean(rounds, ({ honestStrikes }) => honestStrikes),
    }
  })
  const inForce = rows.at(-1)!.honestOut
  return {
    tables: [
      {
        title: 'Framing: 10 of 50 operators call every result of the others wrong (4,000 checks)',
        header: [
          'who decides',
          'honest suspended, of 40',
          'ring suspended, of 10',
          'strikes of honest nodes',
        ],
        rows: rows.map((row) => [
          row.name,
          row.honestOut.toFixed(2),
          row.ringOut.toFixed(2),
          row.honestStrikes.toFixed(2),
        ]),
      },
    ],
    claims: [
      {
        name: 'a ring cannot frame honest nodes',
        holds: inForce < 0.5,
        seen: `${inForce.toFixed(2)} of 40 suspended`,
      },
    ],
  }
}

function simulateRound({ rules, hasReference }: Conditions, random: Random) {
  const checkers = checkersOf(OPERATORS, RING, { rules, hasReference })
  const members = checkers.filter(({ isReference }) => !isReference)
  let honestStrikes = 0
  const strike = (node: Checker) => {
    if (!node.isFriend) honestStrikes += 1
    const { record, suspends } = applyTrustEvent(node.record, { type: 'strike', at: 0 }, rules)
    node.record = suspends ? { ...record, suspended: { at: 0, reason: suspends } } : record
  }
  for (let check = 0; check < CHECKS; check += 1) {
    const working = members.filter(({ record }) => !record.suspended)
    const first = working[Math.floor(random() * working.length)]
    if (!first) break
    const isNoise = random() < NOISE
    const checked = simulateCheck({
      checkers,
      result: { ...first, isPrivate: false, ageMs: 0 },
      first: 'right',
      // Members of the ring submit the same wrong result if the first node isn't one of them.
      resultOf: ({ isFriend }, role) =>
        isFriend && !first.isFriend ? 'framed' : isNoise && role === 'second' ? 'noise' : 'right',
      vouches: first.record.watchLeft === 0,
      hasReference,
      random,
      rules,
    })
    if (!checked) continue
    const { decision, second } = checked
    for (const [node, verdict] of [
      [first, decision.first],
      [second, decision.second],
    ] as const) {
      const event = { type: 'check', at: 0, by: 'another', ...verdict } as const
      node.record = applyTrustEvent(node.record, event, rules).record
    }
    if (decision.struck) strike(decision.struck === 'first' ? first : second)
  }
  const out = members.filter(({ record }) => record.suspended)
  const ringOut = out.filter(({ isFriend }) => isFriend).length
  return { ringOut, honestOut: out.length - ringOut, honestStrikes }
}
