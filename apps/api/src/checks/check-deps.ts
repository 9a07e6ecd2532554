import type { Deps } from '../deps.ts'

export type CheckDeps = Pick<Deps, 'config' | 'db' | 'files' | 'networkKey' | 'notifications' | 'now'>
