/** What the simulation assumes about jobs and machines. None of it is a rule. */

/** Prices in credits, and their shares of all jobs; most jobs are small. */
const PRICES = [
  [2, 0.44],
  [3, 0.2],
  [5, 0.15],
  [8, 0.1],
  [12, 0.06],
  [20, 0.03],
  [42, 0.02],
] as const
export const MEAN_PRICE = PRICES.reduce((sum, [price, weight]) => sum + price * weight, 0)

/** The average share of a price that an operator keeps. */
export const SHARE = 0.95
/** The cost of computing, as a share of the operator's pay. */
export const COMPUTE = 0.7
/** The same for a cheated result. */
export const CHEAT_COMPUTE = 0.02
/** The share of private jobs of a trusted node. */
export const PRIVATE = 0.3
/** The share of the checks of private jobs that reference nodes have time for. */
export const PRIVATE_CHECKED = 0.5
/** The probability that comparing a wrong result with a right one shows it. */
export const SENSITIVITY = 0.98
/** The profit of a job that is computed honestly. */
export const HONEST_PER_JOB = MEAN_PRICE * SHARE * (1 - COMPUTE)

export type Random = () => number

export function drawPrice(random: Random): number {
  let left = random()
  for (const [price, weight] of PRICES) {
    left -= weight
    if (left < 0) return price
  }
  return 42
}
