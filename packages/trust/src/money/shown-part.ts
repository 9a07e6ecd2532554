/** What a person has seen of a result while it was made. */
export type Shown =
  | { kind: 'text'; characters: number; tokensOrdered: number }
  | { kind: 'transcript'; lastMarkSeconds: number; seconds: number }
  /** `preview`: the progress of the latest preview. */
  | { kind: 'picture'; preview: number; runningMs: number; medianMs: number }

const CHARACTERS_PER_TOKEN = 4

/** The part of a result that was shown, from 0 to 1. */
export function shownPart(shown: Shown): number {
  switch (shown.kind) {
    case 'text':
      return bounded(shown.characters / CHARACTERS_PER_TOKEN / shown.tokensOrdered)
    case 'transcript':
      return bounded(shown.lastMarkSeconds / shown.seconds)
    case 'picture':
      // A node states its own progress: it cannot have done more than its time allows.
      return Math.min(bounded(shown.preview), bounded(shown.runningMs / shown.medianMs))
  }
}

function bounded(part: number): number {
  return Number.isFinite(part) ? Math.min(1, Math.max(0, part)) : 0
}
