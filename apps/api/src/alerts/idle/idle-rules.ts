/** If so many jobs are expected and none comes, chance explains it in less than 1 of 100 cases: e⁻⁵ is 0.7 %. */
export const EXPECTED_JOBS = 5

/** A node that can get no jobs at all is told of after so many hours. */
export const BARRED_HOURS = 24

/** Longer is not looked back. */
export const IDLE_HOURS_MAX = 48

/** What is known of a node that takes jobs and has had none lately. */
export interface IdleNode {
  /** Whole hours in which it took jobs and got none. */
  hours: number
  /** Jobs that it did in the same hours a week ago, and on average in the same hours of the last seven days. */
  weekAgo: number
  perDay: number
  /** Jobs of its apps that all nodes did in these hours. */
  byOthers: number
  /** What the matcher says; null where the node can get jobs. */
  whyNoJobs: string | null
}

/**
 * Jobs that would have come by now. The lower of both figures, so that neither nights nor weekends, in which there are always few jobs, are
 * taken for something that is wrong.
 */
const expectedJobs = ({ weekAgo, perDay }: IdleNode) => Math.min(weekAgo, perDay)

/** Why a node has had no jobs for an unusual time; null where the time is not unusual. */
export function whyIdle(node: IdleNode): string | null {
  const { hours, byOthers, whyNoJobs } = node
  if (whyNoJobs !== null && hours >= BARRED_HOURS) return whyNoJobs
  const expected = expectedJobs(node)
  if (hours < 1 || expected < EXPECTED_JOBS) return null
  if (whyNoJobs !== null) return whyNoJobs
  const span = hours === 1 ? 'hour' : `${hours} hours`
  const usual = `In the same hours it usually gets about ${Math.round(expected)}.`
  if (byOthers === 0) return `Nobody ordered any of its apps in the last ${span}. ${usual}`
  return `Jobs of its apps went to other nodes, which were free first: ${byOthers.toLocaleString('en')} in the last ${span}. ${usual}`
}
