/** What the simulation assumes about jobs and machines. None of it is a rule. */

/** Prices in credits and how often they come; most jobs are small. */
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

/** What an operator keeps of a price on average. */
export const SHARE = 0.95
/** What computing costs an operator, of what it is paid. */
export const COMPUTE = 0.7
/** The same for a result that was not computed. */
export const CHEAT_COMPUTE = 0.02
/** Private jobs of a trusted node. */
export const PRIVATE = 0.3
/** Of the checks of private jobs, those that reference nodes have time for. */
export const PRIVATE_CHECKED = 0.5
/** A wrong result that is compared with a right one is found to be wrong. */
export const SENSITIVITY = 0.98
/** Profit of a job that is computed honestly. */
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
