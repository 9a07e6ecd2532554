import { createConditions, type Sabotage, SEED, sabotages } from './conditions.ts'
import { formatTable } from './report.ts'
import { simulateTrust } from './simulate-trust.ts'

/**
 * Prints the tables of docs/trust.md and checks what they claim. `TRUST_SABOTAGE=<name>` removes one protection from the rules; a claim
 * must then fail. `TRUST_SEED` gives other random numbers, `TRUST_SCALE` fewer nodes. Returns whether all claims hold.
 */
export function printSimulation(): boolean {
  const { TRUST_SABOTAGE: sabotage, TRUST_SEED: seed = SEED, TRUST_SCALE: scale = 1 } = process.env
  if (sabotage && !Object.hasOwn(sabotages, sabotage))
    throw new Error(`TRUST_SABOTAGE is one of ${Object.keys(sabotages).join(', ')}.`)
  const conditions = createConditions({
    ...(sabotage && { sabotage: sabotage as Sabotage }),
    seed: Number(seed),
    scale: Number(scale),
  })
  const { claims } = simulateTrust(conditions, ({ tables }) => {
    for (const table of tables) console.log(`${formatTable(table)}\n`)
  })
  console.log(`### What must hold${sabotage ? ` (sabotage: ${sabotage})` : ''}\n`)
  for (const { name, holds, seen } of claims) console.log(`- ${holds ? 'holds' : 'FAILS'}: ${name} (${seen})`)
  const failed = claims.filter(({ holds }) => !holds).length
  console.log(`\n${failed} of ${claims.length} fail. Seed ${conditions.seed}.`)
  return failed === 0
}
