import { cheatFigures } from '../cheat-figures.ts'
import type { Conditions } from '../conditions.ts'
import { type Claim, percent, type Report, type Table, whole } from '../report.ts'
import type { Behaviour } from '../simulate-node.ts'
import { simulateNodes } from '../simulate-nodes.ts'
import { costWhenTrusted } from './honest-nodes.ts'

const strategies: Record<string, Behaviour> = {
  '1 % from the start': { rate: 0.01 },
  '10 % from the start': { rate: 0.1 },
  '100 % from the start': { rate: 1 },
  '100 %, but honest at the entrance': { rate: 1, knowsCanaries: 1 },
  '1 % once trusted': { rate: 0.01, from: 'trusted' },
  '10 % once trusted': { rate: 0.1, from: 'trusted' },
  '100 % once trusted': { rate: 1, from: 'trusted' },
  '10 %, honest while watched': { rate: 0.1, from: 'trusted', calmWhenWatched: true },
  '0.3 %, honest while watched': { rate: 0.003, from: 'trusted', calmWhenWatched: true },
  '10 %, and owners report 1 wrong result in 50': { rate: 0.1, from: 'trusted', reported: 0.02 },
  '10 %, knows 90 % of the canaries': { rate: 0.1, from: 'trusted', knowsCanaries: 0.9 },
  'all cheap jobs (2 credits)': { rate: 1, from: 'trusted', only: (price) => price <= 2 },
  '10 % of the cheap jobs': { rate: 0.1, from: 'trusted', only: (price) => price <= 2 },
  'all dear jobs (20 credits or more)': { rate: 1, from: 'trusted', only: (price) => price >= 20 },
  'dear jobs, honest while watched and while 2 strikes count': {
    rate: 1,
    from: 'trusted',
    calmWhenWatched: true,
    stopsAt: 2,
    knowsCanaries: 1,
    only: (price) => price >= 20,
  },
  '10 % of the private jobs': { rate: 0.1, from: 'trusted', only: (_, isPrivate) => isPrivate },
  'all of it: 10 %, private, cheap, knows canaries, honest while watched': {
    rate: 0.1,
    from: 'trusted',
    knowsCanaries: 0.9,
    calmWhenWatched: true,
    only: (price, isPrivate) => isPrivate && price <= 3,
  },
}

const COUNT = 600

/** Nodes whose wrong results pass every gate. Owners report them only if stated. */
export function cheats(conditions: Conditions): Report {
  const honest = cheatFigures(simulateNodes('honest', {}, 300, conditions)).profitPerJob
  const rows = Object.entries(strategies).map(([name, behaviour]) => ({
    name,
    ...cheatFigures(simulateNodes(name, behaviour, COUNT, conditions)),
  }))
  return {
    tables: [
      {
        title: 'Cheats (100 jobs per day, up to 30,000 jobs; counted from the first cheat)',
        header: [
          'behaviour',
          'struck within (99 %)',
          'suspended: median',
          'suspended within (99 %)',
          'suspended at all',
          'wrong results',
          'never put right',
          'gain of one cheat, credits',
          `profit per job (honest: ${honest.toFixed(2)})`,
        ],
        rows: rows.map((row) => [
          row.name,
          whole(row.struckWithin),
          whole(row.suspendedMedian),
          whole(row.suspendedWithin),
          percent(row.suspendedShare, 1),
          row.wrong.toFixed(1),
          row.neverPutRight.toFixed(1),
          row.wrong > 0 ? row.gain.toFixed(2) : 'gets no job',
          row.profitPerJob.toFixed(2),
        ]),
      },
      inParts(conditions),
    ],
    claims: claimsOf(rows, honest),
  }
}

function claimsOf(rows: ({ name: string } & ReturnType<typeof cheatFigures>)[], honest: number): Claim[] {
  const named = (name: string) => rows.find((row) => row.name === name)!
  const [hasty, patient, always] = [
    named('10 % from the start'),
    named('10 % once trusted'),
    named('100 % from the start'),
  ]
  const best = Math.max(...rows.filter(({ wrong }) => wrong > 0).map(({ gain }) => gain))
  const most = Math.max(...rows.map(({ profitPerJob }) => profitPerJob))
  return [
    {
      name: 'a cheat of 10 % from the start is suspended within 100 jobs (99 %)',
      holds: hasty.suspendedWithin <= 100,
      seen: whole(hasty.suspendedWithin),
    },
    {
      name: 'a cheat of 10 % once trusted is struck within 3,000 jobs and suspended within 3,500 (99 %)',
      holds: patient.struckWithin <= 3_000 && patient.suspendedWithin <= 3_500,
      seen: `${whole(patient.struckWithin)} and ${whole(patient.suspendedWithin)}`,
    },
    { name: 'a cheat of 100 % never gets a job', holds: always.wrong < 0.5, seen: always.wrong.toFixed(2) },
    {
      name: 'no cheat earns as much as an honest node',
      holds: most < honest,
      seen: `${most.toFixed(3)} against ${honest.toFixed(3)} credits per job`,
    },
    {
      name: 'no way of cheating gains: one cheat costs more than it brings',
      holds: best < 0,
      seen: `the best gains ${best.toFixed(2)} credits`,
    },
  ]
}

/** If a result can be checked in parts, the same money pays for more checks. */
function inParts(conditions: Conditions): Table {
  const rows = [
    { what: 'whole results', rate: conditions.rules.trustedRate, part: 1 },
    { what: 'parts, half the cost on average', rate: 0.05, part: 0.5 },
    { what: 'parts, a quarter of the cost', rate: 0.1, part: 0.25 },
  ].map(({ what, rate, part }) => {
    const changed = { ...conditions, rules: { ...conditions.rules, trustedRate: rate } }
    const run = { checkCost: (price: number) => price * part }
    const honest = simulateNodes(`honest, ${what}`, {}, 100, changed, { ...run, jobs: 20_000 })
    const cheat = { rate: 0.1, from: 'trusted' as const }
    const found = cheatFigures(simulateNodes(`cheat, ${what}`, cheat, 500, changed, run))
    return [
      what,
      percent(rate, 1),
      percent(costWhenTrusted(honest)),
      whole(found.struckWithin),
      whole(found.suspendedWithin),
      found.wrong.toFixed(0),
    ]
  })
  return {
    title: 'Checking parts of results (10 % once trusted)',
    header: [
      'what is checked',
      'rate',
      'cost when trusted',
      'struck within (99 %)',
      'suspended within (99 %)',
      'wrong results',
    ],
    rows,
  }
}
