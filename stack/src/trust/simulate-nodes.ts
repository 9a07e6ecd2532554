import { randomGenerator } from './random-generator.ts'
import { type Behaviour, type NodeRun, SimulatedNode } from './simulate-node.ts'
import type { World } from './world.ts'

/** Simulates nodes that behave alike. The random numbers depend only on the name and the seed, so renaming one changes its figures. */
export function simulateNodes(
  name: string,
  behaviour: Behaviour,
  count: number,
  world: World,
  run: Partial<Omit<NodeRun, 'random' | 'world'>> = {},
): SimulatedNode[] {
  const random = randomGenerator(world.seed, name)
  return Array.from({ length: Math.ceil(count * world.scale) }, () =>
    new SimulatedNode(behaviour, { jobs: 30_000, perDay: 100, ...run, random, world }).live(),
  )
}
