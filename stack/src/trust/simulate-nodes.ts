import type { Conditions } from './conditions.ts'
import { randomGenerator } from './random-generator.ts'
import { type Behaviour, type NodeRun, SimulatedNode } from './simulate-node.ts'

/** Simulates nodes that behave alike. The random numbers depend only on the name and the seed, so renaming one changes its figures. */
export function simulateNodes(
  name: string,
  behaviour: Behaviour,
  count: number,
  conditions: Conditions,
  run: Partial<Omit<NodeRun, 'random' | 'conditions'>> = {},
): SimulatedNode[] {
  const random = randomGenerator(conditions.seed, name)
  return Array.from({ length: Math.ceil(count * conditions.scale) }, () =>
    new SimulatedNode(behaviour, { jobs: 30_000, perDay: 100, ...run, random, conditions }).live(),
  )
}
