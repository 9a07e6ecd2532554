/** If this many jobs are expected and none comes, the odds that it's chance are below 1 in 100: e⁻⁵ is 0.7 %. */
export const EXPECTED_JOBS = 5

/** After this many hours, the operator of a node that can't get any jobs is notified. */
export const NO_JOBS_HOURS = 24

/** How far to look back. */
export const IDLE_HOURS_MAX = 48

/** What we know of a node that takes jobs but has had none lately. */
export interface IdleNode {
  /** Whole hours in which it accepted jobs and got none. */
  hours: number
  /** Jobs that it did in the same hours a week ago, and on average in these hours over the last seven days. */
  weekAgo: number
  perDay: number
  /** Jobs of its apps that all nodes together did in these hours. */
  byOthers: number
  /** The matcher's reason; null if the node can get jobs. */
  whyNoJobs: string | null
}

/**
 * Jobs that should have come by now: the lower of both figures, so that nights and weekends, when there are always few jobs, don't look
 * like a fault.
 */
const expectedJobs = ({ weekAgo, perDay }: IdleNode) => Math.min(weekAgo, perDay)

/** Why a node has had no jobs for an unusually long time; null if the time isn't unusual. */
export function whyIdle(node: IdleNode): string | null {
  const { hours, byOthers, whyNoJobs } = node
  if (whyNoJobs !== null && hours >= NO_JOBS_HOURS) return whyNoJobs
  const expected = expectedJobs(node)
  if (hours < 1 || expected < EXPECTED_JOBS) return null
  if (whyNoJobs !== null) return whyNoJobs
  const span = hours === 1 ? 'hour' : `${hours} hours`
  const usual = `In the same hours it usually gets about ${Math.round(expected)}.`
  if (byOthers === 0) return `Nobody ordered any of its apps in the last ${span}. ${usual}`
  return `Jobs of its apps went to other nodes, which were free first: ${byOthers.toLocaleString('en')} in the last ${span}. ${usual}`
}
