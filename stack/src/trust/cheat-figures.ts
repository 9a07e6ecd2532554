import { CHEAT_COMPUTE, COMPUTE, MEAN_PRICE, SHARE } from './assumptions.ts'
import { mean, quantile } from './report.ts'
import type { SimulatedNode } from './simulate-node.ts'

export interface CheatFigures {
  /** Jobs from the first cheat to the first strike: the 99th percentile. */
  struckWithin: number
  suspendedMedian: number
  suspendedWithin: number
  suspendedShare: number
  wrong: number
  neverPutRight: number
  /** Credits that one cheat saves, minus those that cheating loses. NaN if no node got to cheat. */
  gain: number
  profitPerJob: number
}

/** The outcomes of nodes that cheat. Nodes that were refused before they could cheat count only if none could. */
export function cheatFigures(all: readonly SimulatedNode[]): CheatFigures {
  const cheats = all.filter((node) => node.cheated > 0)
  const nodes = cheats.length > 0 ? cheats : all
  const suspended = nodes.map((node) => node.suspendedAfter)
  const cheated = mean(nodes, (node) => node.cheated)
  const saved = MEAN_PRICE * SHARE * (COMPUTE - CHEAT_COMPUTE)
  return {
    struckWithin: quantile(
      nodes.map((node) => node.struckAfter),
      0.99,
    ),
    suspendedMedian: quantile(suspended, 0.5),
    suspendedWithin: quantile(suspended, 0.99),
    suspendedShare: suspended.filter(Number.isFinite).length / nodes.length,
    wrong: cheated,
    neverPutRight: mean(nodes, (node) => node.neverPutRight),
    gain: saved - mean(nodes, (node) => node.fined) / cheated,
    profitPerJob:
      mean(nodes, (node) => node.paid - node.computing) /
      Math.max(
        1,
        mean(nodes, ({ jobs }) => jobs),
      ),
  }
}
