import type { ClaimLevel } from '../trust/trust-records.ts'

/** The apps for which a waiting node gets people's jobs: all jobs, or public ones only. */
export function claimableJobs(
  apps: readonly string[],
  levels: Partial<Record<string, ClaimLevel>> | null,
): Map<string, 'all' | 'public'> {
  const wanted = { trusted: 'all', known: 'public', probation: null, new: null } as const
  return new Map(
    apps.flatMap((app) => {
      const jobs = wanted[levels ? (levels[app] ?? 'new') : 'trusted']
      return jobs ? [[app, jobs] as const] : []
    }),
  )
}

/** Whether a waiting node gets jobs of this app. */
export function isGiven(
  claimable: ReadonlyMap<string, 'all' | 'public'>,
  appId: string,
  isPrivate: boolean,
): boolean {
  const jobs = claimable.get(appId)
  return jobs === 'all' || (jobs === 'public' && !isPrivate)
}
