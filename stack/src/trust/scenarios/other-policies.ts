import * as assumed from '../assumptions.ts'
import { cheatFigures } from '../cheat-figures.ts'
import type { Conditions } from '../conditions.ts'
import { randomGenerator } from '../random-generator.ts'
import { mean, percent, type Report } from '../report.ts'
import type { Behaviour } from '../simulate-node.ts'
import { simulateNodes } from '../simulate-nodes.ts'

const JOBS = 12_000
const COUNT = 300
const GOOD_RESULTS = 2_000

interface Cheat {
  what: string
  rate: number
  /** Honest jobs before the first cheat. */
  after: number
  ours: Behaviour
}

const cheats: Cheat[] = [
  { what: '100 % from the start', rate: 1, after: 0, ours: { rate: 1 } },
  { what: '10 % from the start', rate: 0.1, after: 0, ours: { rate: 0.1 } },
  {
    what: '10 % after 2,000 good ones',
    rate: 0.1,
    after: GOOD_RESULTS,
    ours: { rate: 0.1, from: 'trusted' },
  },
]

/** The probability of a check after this many good results in a row. */
const policies: Record<string, (good: number) => number> = {
  'nobody looks': () => 0,
  'BOINC: checked with 1/N after N good ones': (good) => (good < 10 ? 1 : 1 / good),
}

/** The same cheats without checks, and with checks that become rarer. */
export function otherPolicies(conditions: Conditions): Report {
  const others = Object.entries(policies).flatMap(([policy, probability]) =>
    cheats.map((cheat) => {
      const nodes = Array.from({ length: Math.ceil(COUNT * conditions.scale) }, (_, at) =>
        simulatePolicy(probability, cheat, randomGenerator(conditions.seed, `${policy} ${cheat.what} ${at}`)),
      )
      return [
        policy,
        cheat.what,
        mean(nodes, ({ wrong }) => wrong).toFixed(0),
        mean(nodes, ({ stayed }) => stayed).toFixed(0),
        percent(mean(nodes, ({ checkCost }) => checkCost) / mean(nodes, ({ work }) => work)),
        mean(nodes, ({ profit }) => profit / JOBS).toFixed(2),
      ]
    }),
  )
  const ours = cheats.map((cheat) => {
    const nodes = simulateNodes(`ours ${cheat.what}`, cheat.ours, COUNT, conditions, { jobs: JOBS })
    const figures = cheatFigures(nodes)
    const work = mean(nodes, (node) => node.work)
    return [
      'ours',
      cheat.what,
      figures.wrong.toFixed(0),
      figures.neverPutRight.toFixed(0),
      percent(work > 0 ? mean(nodes, (node) => node.checkCost) / work : 0),
      figures.profitPerJob.toFixed(2),
    ]
  })
  return {
    tables: [
      {
        title: 'The same cheats under other policies (12,000 jobs)',
        header: [
          'policy',
          'cheat',
          'wrong results',
          'never put right',
          'checks, of the work',
          `profit per job (honest: ${assumed.HONEST_PER_JOB.toFixed(2)})`,
        ],
        rows: [...others, ...ours],
      },
    ],
    claims: [],
  }
}

/** A node without levels, pending earnings or fines: the only consequence of a wrong result is that it isn't paid. */
function simulatePolicy(probability: (good: number) => number, cheat: Cheat, random: assumed.Random) {
  const seen = { wrong: 0, stayed: 0, checkCost: 0, work: 0, profit: 0 }
  for (let job = 0, good = 0; job < JOBS; job += 1) {
    const price = assumed.drawPrice(random)
    const cheats = job >= cheat.after && random() < cheat.rate
    const isChecked = random() < probability(good)
    const isFound = isChecked && cheats && random() < assumed.SENSITIVITY
    const share = price * assumed.SHARE
    seen.work += price
    seen.profit += (isFound ? 0 : share) - share * (cheats ? assumed.CHEAT_COMPUTE : assumed.COMPUTE)
    if (cheats) seen.wrong += 1
    if (cheats && !isFound) seen.stayed += 1
    // If two machines differ, a third decides.
    if (isChecked) seen.checkCost += isFound ? 2 * price : price
    if (isChecked) good = isFound ? 0 : good + 1
  }
  return seen
}
