import { HONEST_PER_JOB } from '../assumptions.ts'
import type { Conditions } from '../conditions.ts'
import { randomGenerator } from '../random-generator.ts'
import { mean, type Report, whole } from '../report.ts'
import { type Behaviour, SimulatedNode } from '../simulate-node.ts'

/** 100 days of 100 jobs. */
const JOBS = 10_000
const KEYS_MAX = 200
/** Jobs that a new key misses: its entrance takes a while, and a refused one takes three days. */
const MISSED = 10
const MISSED_WHEN_REFUSED = 300

const behaviours: Record<string, Behaviour> = {
  'always cheats, at once': { rate: 1 },
  'cheats half of the time, at once': { rate: 0.5 },
  'works until known, then always cheats': { rate: 1, from: 'known' },
  'works until trusted, then always cheats': { rate: 1, from: 'trusted' },
}

/** Operators who return with a new key after each suspension. */
export function newKeys(conditions: Conditions): Report {
  const rows = Object.entries(behaviours).map(([name, behaviour]) => {
    const random = randomGenerator(conditions.seed, `new keys ${name}`)
    const runs = Array.from({ length: Math.ceil(100 * conditions.scale) }, () => {
      const seen = { keys: 0, profit: 0, wrong: 0, neverPutRight: 0 }
      for (let left = JOBS; left > 0 && seen.keys < KEYS_MAX; ) {
        const node = new SimulatedNode(behaviour, { jobs: left, perDay: 100, random, conditions }).live()
        left -= Math.max(node.jobs, node.isRefused ? MISSED_WHEN_REFUSED : MISSED)
        seen.keys += 1
        seen.profit += node.paid - node.computing
        seen.wrong += node.cheated
        seen.neverPutRight += node.neverPutRight
      }
      return seen
    })
    return {
      name,
      keys: mean(runs, ({ keys }) => keys),
      profit: mean(runs, ({ profit }) => profit),
      wrong: mean(runs, ({ wrong }) => wrong),
      neverPutRight: mean(runs, (run) => run.neverPutRight),
    }
  })
  const honest = JOBS * HONEST_PER_JOB
  return {
    tables: [
      {
        title: `A new key after each suspension (100 days; honest work would bring ${whole(honest)} credits)`,
        header: [
          'behaviour',
          'keys used',
          'profit, credits, honest work before included',
          'wrong results',
          'never put right',
        ],
        rows: rows.map((row) => [
          row.name,
          row.keys.toFixed(1),
          whole(row.profit),
          whole(row.wrong),
          whole(row.neverPutRight),
        ]),
      },
    ],
    claims: rows.map(({ name, profit }) => ({
      name: `new keys: "${name}" brings less than half of honest work`,
      holds: profit < honest / 2,
      seen: `${whole(profit)} credits`,
    })),
  }
}
