import { formatCount } from '@infra/protocol/values/format-count'

export function formatCredits(credits: number): string {
  return formatCount(credits, 'credit')
}
