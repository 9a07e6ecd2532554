import type { JobReport, ReportReason } from '@infra/protocol/job-reports'

export const reasonLabels: Record<ReportReason, string> = {
  explicit: 'It is sexual, violent or otherwise explicit',
  hateful: 'It is hateful',
  personal: 'It exposes someone, or something personal',
  illegal: 'It is against the law',
  other: 'Something else',
}

/** The outcome of a report, for the user who sent it. */
export function describeOutcome(outcome: JobReport['outcome']): string {
  switch (outcome) {
    case null:
      return 'Waiting for a moderator'
    case 'hidden':
      return 'The result was hidden'
    case 'dismissed':
      return 'Reviewed, no action taken'
  }
}
