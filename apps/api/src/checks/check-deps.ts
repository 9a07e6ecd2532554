import type { Deps } from '../deps.ts'

export type CheckDeps = Pick<Deps, 'config' | 'db' | 'files' | 'networkKey' | 'notifications' | 'now'>

/** The rate of checks that do not follow from a draw. Canaries of this rate are given to a node to rise, and pay nothing. */
export const CERTAIN_PPM = 1_000_000
