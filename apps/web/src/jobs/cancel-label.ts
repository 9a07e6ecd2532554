import type { Job } from '@infra/protocol/jobs'
import { formatCredits } from './format-credits.ts'

/** Text that was already shown must be paid for. */
export function cancelLabel({ charged }: Pick<Job, 'charged'>): string {
  return charged === 0 ? 'Cancel' : `Cancel for ${formatCredits(charged)}`
}
