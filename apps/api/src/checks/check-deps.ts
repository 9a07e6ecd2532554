import type { Deps } from '../deps.ts'

export type CheckDeps = Pick<Deps, 'config' | 'db' | 'files' | 'networkKey' | 'notifications' | 'now'>

/** The rate of canaries that a node is given to rise, and not by a draw. Those pay nothing. */
export const GIVEN_PPM = 1_000_000
