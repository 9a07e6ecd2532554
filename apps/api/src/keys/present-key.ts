import type { ApiKey } from '@infra/protocol/api-keys'
import type { KeyRow } from './key-queries.ts'

export function presentKey(row: KeyRow): ApiKey {
  const { capTotal, capDay, capJob, spent, spentToday } = row
  const total = capTotal === null ? null : Math.max(0, capTotal - spent)
  const today = Math.max(0, capDay - spentToday)
  return {
    ...row,
    creditsTotal: capTotal,
    creditsPerDay: capDay,
    creditsPerJob: capJob,
    left: { total, day: total === null ? today : Math.min(total, today) },
  }
}
