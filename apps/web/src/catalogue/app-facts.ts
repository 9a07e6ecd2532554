import type { CatalogueApp } from '@infra/protocol/apps'
import { formatCount } from '@infra/protocol/values/format-count'
import { priceFor } from '../form/form-input.ts'
import { blankValues } from '../form/raw-value.ts'
import { formatSeconds } from '../ui/format-seconds.ts'

type Live = Pick<CatalogueApp, 'nodes' | 'queued' | 'p50Seconds' | 'state'>

export function isServed({ nodes, state }: Pick<Live, 'nodes' | 'state'>): boolean {
  return nodes > 0 && state !== 'off'
}

export function describeServing({ nodes, state }: Pick<Live, 'nodes' | 'state'>): string {
  if (state === 'off') return 'Switched off'
  if (nodes === 0) return 'Unavailable'
  return `${formatCount(nodes, 'node')} online`
}

/** About how long a job takes from submitting to the result, from the figures of the last day. */
export function describeWait({ nodes, queued, p50Seconds }: Live): string {
  if (nodes === 0) return 'no estimate'
  if (p50Seconds === null) return queued === 0 ? 'no recent runs' : `${queued} waiting`
  return `about ${formatSeconds(p50Seconds * (1 + Math.ceil(queued / nodes)))}`
}

/** The price of the smallest job. */
export function priceFrom(app: Pick<CatalogueApp, 'fields' | 'price'>): number {
  return priceFor(app, blankValues(app.fields)) ?? app.price.base
}

/** The share of its nodes that are busy, as a heat value. */
export function heatOf({ nodes, queued }: Pick<Live, 'nodes' | 'queued'>): number {
  if (nodes === 0) return 0
  return 0.25 + 0.7 * (queued / (queued + nodes))
}
