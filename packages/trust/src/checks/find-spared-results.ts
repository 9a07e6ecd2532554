import { isCommittedKey, isDrawn } from './draw-check.ts'

/** A result as it is published with the key of its day. */
export interface DrawnResult {
  attemptId: string
  /** How likely it was to be checked, stated when it was drawn. */
  probability: number
  isChecked: boolean
}

/**
 * The results of a day that had to be checked and were not, by their attempts. Null where the published key is not the one that was
 * committed to. Anyone can compute this; more checks than had to be are no fault, since owners report results too.
 */
export function findSparedResults(
  dayKey: Uint8Array,
  commitment: string,
  results: readonly DrawnResult[],
): string[] | null {
  if (!isCommittedKey(dayKey, commitment)) return null
  return results
    .filter(({ attemptId, probability, isChecked }) => !isChecked && isDrawn(dayKey, attemptId, probability))
    .map(({ attemptId }) => attemptId)
}
