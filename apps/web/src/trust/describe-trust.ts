import type { NodeTrust, TrustFigures, TrustLevel, TrustNumbers } from '@infra/protocol/trust'
import { formatCount, formatNumber } from '@infra/protocol/values/format-count'

export const levelLabels: Record<TrustLevel, string> = {
  new: 'New',
  probation: 'On probation',
  known: 'Known',
  trusted: 'Trusted',
}

/** What a level means, in a few words for everyone. */
export function describeLevel({ level, isWatched }: Pick<NodeTrust, 'level' | 'isWatched'>): string {
  return isWatched ? 'Watched after a wrong result: far more of its results are checked.' : levels[level]
}

const levels: Record<TrustLevel, string> = {
  new: 'Is tested with jobs whose answers are known.',
  probation: 'Every result is checked.',
  known: 'Runs public jobs.',
  trusted: 'Runs private jobs too.',
}

/** The outcome of its checks, and how sure that makes us. */
export function describeChecks({ checks, right }: Pick<NodeTrust, 'checks' | 'right'>): string {
  const { agreed, unclear, contradicted } = checks
  const clear = agreed + contradicted
  const unclearOnes = unclear > 0 ? ` ${formatNumber(unclear)} unclear.` : ''
  if (!right) return `No check has been decided yet.${unclearOnes}`
  const most = percentAbove(1 - right.low)
  const bound =
    contradicted === 0
      ? `fewer than ${most} of its results are wrong`
      : `between ${percentBelow(1 - right.high)} and ${most} of its results are wrong`
  return `${formatNumber(agreed)} of ${formatCount(clear, 'check')} agreed.${unclearOnes} With 95${NO_BREAK}% certainty, ${bound}.`
}

/** For its operator: which jobs the node gets in this app, and how to get more. */
export function describeNext(
  { level, isWatched, checksLeft }: Pick<NodeTrust, 'level' | 'isWatched' | 'checksLeft'>,
  numbers: TrustNumbers,
): string {
  const left = checksLeft ?? 0
  if (isWatched)
    return `After a wrong result it gets no private jobs, and nothing it earns is paid out, until it has passed ${formatCount(left, 'more check')}.`
  switch (level) {
    case 'new':
      return `It gets jobs whose answers are known, and people’s jobs after it has passed ${left} of them. They come by themselves while the agent runs.`
    case 'probation':
      return `It gets jobs whose answers are known, and small public jobs that nobody else can take. It is known ${after(left, `${numbers.probationHours} hours`)}. What it earns is not paid out before.`
    case 'known':
      return `It gets public jobs. It is trusted, and gets private ones too, ${after(left, `${numbers.trustedDays} days`)}.`
    case 'trusted':
      return 'It gets all jobs.'
  }
}

function after(checks: number, time: string): string {
  const since = `${time} after it was linked`
  return checks > 0 ? `after ${formatCount(checks, 'more check')}, and ${since} at the earliest` : `${since}`
}

export interface FigureSums {
  compared: number
  agreed: number
  unclear: number
  contradicted: number
  canaries: number
}

/** All days together. */
export function sumFigures(days: TrustFigures['days']): FigureSums {
  const sum = { compared: 0, agreed: 0, unclear: 0, contradicted: 0, canaries: 0 }
  for (const { agreed, unclear, contradicted, canaries } of days) {
    sum.agreed += agreed
    sum.unclear += unclear
    sum.contradicted += contradicted
    sum.canaries += canaries
    sum.compared += agreed + unclear + contradicted
  }
  return sum
}

const NO_BREAK = '\u00a0'

/** Rounded so that the statement stays true. */
function percentAbove(share: number): string {
  return `${Math.ceil(share * 1_000) / 10}${NO_BREAK}%`
}

function percentBelow(share: number): string {
  return `${Math.floor(share * 1_000) / 10}${NO_BREAK}%`
}
