import { z } from 'zod'
import { Address } from './address.ts'
import { AppId } from './app.ts'
import { endpoint } from './endpoint.ts'
import { IsoDate } from './iso-date.ts'

const Figures = z.object({
  finished: z.int(),
  failed: z.int(),
  p50Seconds: z.number().nullable(),
  p90Seconds: z.number().nullable(),
})

export const PerfStats = z.object({
  at: IsoDate,
  now: z.object({
    nodesOnline: z.int(),
    queued: z.int(),
    running: z.int(),
    /** From submitting to a node starting on it, of the last hour. */
    waitP50Seconds: z.number().nullable(),
    waitP90Seconds: z.number().nullable(),
  }),
  /** The last 24, oldest first; an hour without jobs has zeros. */
  hours: z.array(Figures.extend({ hour: IsoDate })),
  /** Of the last 24 hours. */
  apps: z.array(Figures.extend({ appId: AppId })),
  nodes: z.array(Figures.extend({ nodeId: Address, name: z.string() })),
})
export type PerfStats = z.infer<typeof PerfStats>

export const getPerfStats = endpoint({
  method: 'GET',
  path: '/perf-stats',
  summary: 'How the network is doing.',
  caller: 'anyone',
  response: PerfStats,
  refusals: [],
})
