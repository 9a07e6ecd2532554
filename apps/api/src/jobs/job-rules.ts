import type { AppManifest } from '@infra/protocol/apps/app'
import type { Waiting } from '@infra/protocol/jobs'

/** A job that the nodes of three operators failed is the job's fault, not the nodes'. */
export const FAILED_OPERATORS_MAX = 3

/** However few operators there are, a job is tried no more often than this. */
export const TRIES_MAX = 6

/** As often it is tried where every operator who could has failed it. */
export const TRIES_WITHOUT_OTHERS_MAX = 3

/** How long the operators that failed a job are passed over for it while another one's node could take it. */
export const AVOID_OPERATOR_SECONDS = 600

/** How long the node that had a job last is passed over where there is no other operator. */
export const AVOID_SECONDS = 20

/** A job that nobody finished in a day is of no use to anyone. */
export const JOB_TTL_HOURS = 24

/** Beyond an app's own limit: fetching weights and files takes its time. */
const FETCH_SECONDS = 600

/** However often a lease is renewed, an attempt must end some time. */
export function runSecondsMax(app: Pick<AppManifest, 'limits'>): number {
  return app.limits.runSeconds + FETCH_SECONDS
}

/** Says why a job waits: the matcher's own figures, in words. */
export function explain(
  figures: Omit<Waiting, 'sentence' | 'aboutSeconds'> & { p50Seconds: number | null },
): Waiting {
  const { p50Seconds, ...counts } = figures
  const aboutSeconds = estimate(figures)
  const able = `${counts.nodesAble} of ${counts.nodesOnline} nodes can run this`
  const sentence =
    counts.nodesAble === 0
      ? `None of ${counts.nodesOnline} nodes online can run this now; it waits for one, for a day at most.`
      : `${able}; ${freedom(counts)}; ${aboutSeconds === null ? 'no estimate yet' : `about ${aboutSeconds} s`}.`
  return { ...counts, aboutSeconds, sentence }
}

function freedom({ nodesAble, nodesFree }: { nodesAble: number; nodesFree: number }): string {
  if (nodesFree === 0) return nodesAble === 1 ? 'it is busy' : 'all are busy'
  return nodesFree === 1 ? 'one is free' : `${nodesFree} are free`
}

function estimate(figures: {
  nodesAble: number
  nodesFree: number
  ahead: number
  p50Seconds: number | null
}) {
  const { nodesAble, nodesFree, ahead, p50Seconds } = figures
  if (nodesAble === 0 || p50Seconds === null) return null
  const rounds = Math.ceil((Math.max(0, ahead - nodesFree) + (nodesFree > ahead ? 0 : 1)) / nodesAble)
  return Math.ceil(rounds * p50Seconds)
}
