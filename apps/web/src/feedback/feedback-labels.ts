import type { FeedbackState, KnownFeedback } from '@infra/protocol/feedback'

export const stateLabels: Record<FeedbackState, string> = {
  new: 'Unread',
  open: 'Open',
  planned: 'Planned',
  fixed: 'Fixed',
  declined: 'Declined',
}

export const kindLabels: Record<KnownFeedback['kind'], string> = {
  bug: 'Bug',
  idea: 'Idea',
  praise: 'Praise',
}

/** Cool means done. Nothing is hot here, since there is nothing for the user to do. */
export const stateTones: Record<FeedbackState, string> = {
  new: 'text-muted',
  open: 'text-text',
  planned: 'text-inferno-4',
  fixed: 'text-cool',
  declined: 'text-muted',
}
