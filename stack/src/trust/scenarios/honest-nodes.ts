import type { Conditions } from '../conditions.ts'
import { mean, percent, quantile, type Report, sum, type Table, whole } from '../report.ts'
import type { SimulatedNode } from '../simulate-node.ts'
import { simulateNodes } from '../simulate-nodes.ts'

const JOBS = 20_000
/** Jobs of at least this price may be checked in parts, at this share of the cost. */
const EXPENSIVE = 12
const PART = 0.25

/** The costs of honest nodes because others cheat. */
export function honestNodes(conditions: Conditions): Report {
  const byFalseRate = [0.0001, 0.001, 0.005, 0.01].map((falseRate) => {
    const nodes = simulateNodes(`honest ${falseRate}`, { falseRate }, 300, conditions, { jobs: JOBS })
    return { falseRate, ...figuresOf(nodes) }
  })
  const usual = byFalseRate.find(({ falseRate }) => falseRate === 0.001)!
  const { table, inPartsAtTen } = byWorkload(conditions)
  return {
    tables: [
      {
        title: 'Honest nodes (20,000 jobs each, 100 per day; f: a check contradicts an honest result)',
        header: [
          'f',
          'cost of checks when trusted',
          'cost over all jobs',
          'strikes per 10,000 jobs',
          'suspensions per 10,000 jobs',
          'lost to fines',
          'trusted after jobs',
        ],
        rows: byFalseRate.map((row) => [
          row.falseRate,
          percent(row.cost),
          percent(row.costOverall),
          row.strikes.toFixed(2),
          row.suspensions.toFixed(3),
          percent(row.lost),
          whole(row.trustedAfter),
        ]),
      },
      table,
    ],
    claims: [
      {
        name: 'checks cost a trusted node at most 3 % of its work',
        holds: usual.cost <= 0.03,
        seen: percent(usual.cost),
      },
      {
        name: 'fewer than 1 false suspension per 10,000 honest jobs',
        holds: usual.suspensions < 1,
        seen: usual.suspensions.toFixed(3),
      },
      {
        name: 'strikes cost an honest operator less than half a percent',
        holds: usual.lost < 0.005,
        seen: percent(usual.lost),
      },
      {
        name: 'checks cost at most 3 % also at 10 jobs per day, where expensive jobs are checked in parts',
        holds: inPartsAtTen <= 0.03,
        seen: percent(inPartsAtTen),
      },
    ],
  }
}

function figuresOf(nodes: SimulatedNode[]) {
  const jobs = sum(nodes, (node) => node.jobs)
  const suspended = nodes.filter((node) => node.isSuspended || node.isRefused).length
  return {
    cost: costWhenTrusted(nodes),
    costOverall: sum(nodes, (node) => node.checkCost) / sum(nodes, (node) => node.work),
    strikes: (sum(nodes, (node) => node.strikes) / jobs) * 10_000,
    suspensions: (suspended / jobs) * 10_000,
    lost:
      sum(nodes, (node) => node.fined) / sum(nodes, (node) => node.fined + node.paid + node.pending.total),
    trustedAfter: quantile(
      nodes.map((node) => node.trustedAfter),
      0.5,
    ),
  }
}

function byWorkload(conditions: Conditions): { table: Table; inPartsAtTen: number } {
  const rows = [2, 10, 30, 100, 1_000].map((perDay) => {
    const count = perDay < 100 ? 400 : 150
    const jobs = Math.min(JOBS, perDay * 365)
    const nodes = simulateNodes(`workload ${perDay}`, {}, count, conditions, { jobs, perDay })
    const inParts = simulateNodes(`workload ${perDay}`, {}, count, conditions, {
      jobs,
      perDay,
      checkCost: (price) => (price >= EXPENSIVE ? price * PART : price),
    })
    return {
      perDay,
      cost: costWhenTrusted(nodes),
      inParts: costWhenTrusted(inParts),
      pending: mean(nodes, (node) => node.pending.total),
      trustedAfterDays: quantile(
        nodes.map((node) => node.trustedAfter / perDay),
        0.5,
      ),
    }
  })
  return {
    table: {
      title: 'The same by how much a node works (f = 0.001)',
      header: [
        'jobs per day',
        'cost of checks when trusted',
        'the same, jobs of 12 credits and more checked in parts',
        'credits pending',
        'trusted after days',
      ],
      rows: rows.map((row) => [
        whole(row.perDay),
        percent(row.cost),
        percent(row.inParts),
        whole(row.pending),
        whole(row.trustedAfterDays),
      ]),
    },
    inPartsAtTen: rows.find(({ perDay }) => perDay === 10)!.inParts,
  }
}

export function costWhenTrusted(nodes: readonly SimulatedNode[]): number {
  return sum(nodes, (node) => node.trustedCheckCost) / sum(nodes, (node) => node.trustedWork)
}
