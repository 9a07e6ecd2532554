import { type Hardware, SLOTS_MAX } from '../nodes.ts'
import type { AppManifest } from './app.ts'

/** The share of memory for jobs; the rest is for the system and the agent. */
const MEMORY_FOR_JOBS = 0.75

/** What the operator allows jobs to use, if set. */
export interface HardwareLimits {
  cores?: number
  memoryMb?: number
}

/** How many jobs run at once: one core is left to the system, and memory must suffice for this many jobs of the largest app. */
export function slotsFor(
  hardware: Pick<Hardware, 'cores' | 'memoryMb'>,
  apps: readonly Pick<AppManifest, 'limits'>[],
  limits: HardwareLimits = {},
): number {
  const largestMb = Math.max(1, ...apps.map((app) => app.limits.memoryMb))
  const memoryMb = limits.memoryMb ?? hardware.memoryMb * MEMORY_FOR_JOBS
  const fit = Math.floor(Math.min(memoryMb, hardware.memoryMb) / largestMb)
  return Math.max(1, Math.min(coresForJobs(hardware, limits), fit, SLOTS_MAX))
}

export function coresForJobs({ cores }: Pick<Hardware, 'cores'>, limits: HardwareLimits): number {
  return limits.cores === undefined ? cores - 1 : Math.min(limits.cores, cores)
}
