import { KEY_DAYS_MAX } from '@infra/protocol/api-keys'
import type { KeyScope } from '@infra/protocol/values/api-key'

/** A key as it is typed in. An empty number is no limit. */
export interface KeyForm {
  name: string
  scopes: KeyScope[]
  perDay: string
  total: string
  perJob: string
  days: string
}

export const offeredKey: KeyForm = {
  name: '',
  scopes: ['read', 'order'],
  perDay: '50',
  total: '500',
  perJob: '10',
  days: String(KEY_DAYS_MAX),
}

export function canSend({ name, scopes }: KeyForm): boolean {
  return name.trim() !== '' && scopes.length > 0
}

const limitOf = (typed: string) => (typed === '' ? null : Number(typed))

export function limitsOf({ name, scopes, perDay, total, perJob, days }: KeyForm) {
  return {
    name,
    scopes,
    creditsPerDay: Number(perDay),
    creditsTotal: limitOf(total),
    creditsPerJob: limitOf(perJob),
    openMax: 16,
    days: Number(days),
  }
}
