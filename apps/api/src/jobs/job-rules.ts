import type { Waiting } from '@infra/protocol/jobs'

/** A job that no node finished within a day ends. */
export const JOB_TTL_HOURS = 24

/** Explains why a job waits, from the same figures that matching uses. */
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
