import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Address } from '../values/address.ts'
import { IsoDate } from '../values/iso-date.ts'

/** What can be wrong with a node: not connected, paused for failures, suspended, with too little disk space, or without jobs for an unusual time. */
export const alertKinds = ['offline', 'failing', 'suspended', 'disk', 'idle'] as const
export const AlertKind = z.enum(alertKinds)
export type AlertKind = z.infer<typeof AlertKind>

/** An alert that comes back this soon after the last one is unsteady, and ends after the node has been well for as long. */
export const STEADY_HOURS = 6

export const NodeAlert = z.object({
  id: z.uuid(),
  node: z.object({ id: Address, name: z.string() }),
  kind: AlertKind,
  /** The cause, as far as it's known. */
  reason: z.string().nullable(),
  since: IsoDate,
  /** It keeps coming back, so its end is announced after the node has been well for six hours. */
  isUnsteady: z.boolean(),
  /** Since when an unsteady one has been quiet. */
  calmSince: IsoDate.nullable(),
  overAt: IsoDate.nullable(),
  /** It ended without being fixed, for example because its operator set the node to maintenance. */
  isDropped: z.boolean(),
})
export type NodeAlert = z.infer<typeof NodeAlert>

export const listAlerts = endpoint({
  method: 'GET',
  path: '/user/me/alert',
  summary: 'What is wrong with my nodes now, and what was in the last week: open ones first, then newest.',
  caller: 'account',
  response: z.object({ items: z.array(NodeAlert) }),
  refusals: [],
})
