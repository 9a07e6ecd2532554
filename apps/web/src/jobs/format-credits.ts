import { formatCount } from '../ui/format-count.ts'

export function formatCredits(credits: number): string {
  return formatCount(credits, 'credit')
}
