import type { ClaimLevel } from '../trust/trust-records.ts'

/** Of the apps that it serves those of which a waiting node is given people's jobs: all jobs, or public ones. */
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

/** Whether a waiting node is given a job of this app. */
export function isGiven(
  claimable: ReadonlyMap<string, 'all' | 'public'>,
  appId: string,
  isPrivate: boolean,
): boolean {
  const jobs = claimable.get(appId)
  return jobs === 'all' || (jobs === 'public' && !isPrivate)
}
