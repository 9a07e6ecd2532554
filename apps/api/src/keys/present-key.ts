import type { ApiKey } from '@infra/protocol/api-keys'
import { leftOfKey } from '../ledger/why-key-refused.ts'
import type { KeyRow } from './key-queries.ts'

export function presentKey(row: KeyRow): ApiKey {
  const { capTotal, capDay, capJob } = row
  return {
    ...row,
    creditsTotal: capTotal,
    creditsPerDay: capDay,
    creditsPerJob: capJob,
    left: leftOfKey(row),
  }
}
