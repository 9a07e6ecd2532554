import { z } from 'zod'
import { AppId } from './apps/app.ts'
import { endpoint } from './endpoint.ts'
import { NodeState } from './nodes.ts'
import { Address } from './values/address.ts'
import { IsoDate } from './values/iso-date.ts'

const Figures = z.object({
  finished: z.int(),
  failed: z.int(),
  p50Seconds: z.number().nullable(),
  p90Seconds: z.number().nullable(),
})

/** From submitting to a node starting on it. */
const waits = {
  waitP50Seconds: z.number().nullable(),
  waitP90Seconds: z.number().nullable(),
}

export const PerfStats = z.object({
  at: IsoDate,
  now: z.object({
    nodesOnline: z.int(),
    /** All nodes, by state; `busy` and `maintenance` are online too. */
    nodes: z.record(NodeState, z.int()),
    queued: z.int(),
    running: z.int(),
    /** Of the last hour. */
    ...waits,
  }),
  /** The last 24, oldest first; an hour without jobs has zeros. A wait counts in the hour in which its job ended. */
  hours: z.array(Figures.extend({ hour: IsoDate, ...waits })),
  /** Of the last 24 hours. */
  apps: z.array(Figures.extend({ appId: AppId })),
  /** The twenty that finished most in the last 24 hours. */
  nodes: z.array(z.object({ nodeId: Address, name: z.string(), finished: z.int() })),
})
export type PerfStats = z.infer<typeof PerfStats>

export const getPerfStats = endpoint({
  method: 'GET',
  path: '/perf-stats',
  summary: 'How the network is doing.',
  caller: 'anyone',
  sameOrigin: true,
  response: PerfStats,
  refusals: [],
})
