/** Numbers from 0 to below 1, the same for the same seed. */
export type Random = () => number

export function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count++
  return count
}
