import type { FeedbackReport } from '@infra/protocol/feedback'
import { feedbackKinds } from '@infra/protocol/feedback'

/** What is in the form: a report that need not be valid yet. */
export type Draft = FeedbackReport

export const blankDraft: Draft = { kind: 'bug', title: '', description: '' }

const KEY = 'infra.feedback.draft'

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function readDraft(shelf: () => Shelf = browserShelf): Draft {
  const kept = attempt(() => JSON.parse(shelf().getItem(KEY) ?? '{}'))
  if (typeof kept !== 'object' || kept === null) return blankDraft
  const { kind, title, description } = kept as Partial<Record<keyof Draft, unknown>>
  return {
    kind: feedbackKinds.find((known) => known === kind) ?? blankDraft.kind,
    title: typeof title === 'string' ? title : '',
    description: typeof description === 'string' ? description : '',
  }
}

export function keepDraft(draft: Draft, shelf: () => Shelf = browserShelf): void {
  attempt(() => shelf().setItem(KEY, JSON.stringify(draft)))
}

export function dropDraft(shelf: () => Shelf = browserShelf): void {
  attempt(() => shelf().removeItem(KEY))
}

function browserShelf(): Shelf {
  return localStorage
}

/** Storage may be full, switched off or hold nonsense. A draft is a kindness: losing it must not break the form. */
function attempt(step: () => unknown): unknown {
  try {
    return step()
  } catch {
    return undefined
  }
}
