import type { FeedbackState, KnownFeedback } from '@infra/protocol/feedback'

export const stateWords: Record<FeedbackState, string> = {
  new: 'Not read yet',
  open: 'Open',
  planned: 'Planned',
  fixed: 'Fixed',
  declined: 'Declined',
}

export const kindWords: Record<KnownFeedback['kind'], string> = { bug: 'Bug', idea: 'Idea', praise: 'Praise' }

/** Cool is done; nothing here is hot, since nothing here is to be done. */
export const stateTones: Record<FeedbackState, string> = {
  new: 'text-muted',
  open: 'text-text',
  planned: 'text-inferno-4',
  fixed: 'text-cool',
  declined: 'text-muted',
}
