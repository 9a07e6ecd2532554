import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Address } from '../values/address.ts'
import { IsoDate } from '../values/iso-date.ts'

/** How many of the latest lines of an agent's log are stored, and how long each may be. */
export const LOG_LINES_MAX = 300
export const LOG_LINE_CHARACTERS_MAX = 200

/** Per call. */
export const LOG_LINES_SENT_MAX = 50

export const sendNodeLog = endpoint({
  method: 'POST',
  path: '/node/log',
  summary: 'Lines of the log of an agent whose operator wants to read them at the network. Only they can.',
  caller: 'node',
  body: z.strictObject({
    lines: z.array(z.string().max(LOG_LINE_CHARACTERS_MAX)).min(1).max(LOG_LINES_SENT_MAX),
  }),
  bodyBytesMax: 64 * 1024,
  response: null,
  limit: { count: 4, seconds: 10 },
  refusals: ['session_superseded'],
})

export const NodeLog = z.object({ lines: z.array(z.string()), updatedAt: IsoDate })
export type NodeLog = z.infer<typeof NodeLog>

export const getNodeLog = endpoint({
  method: 'GET',
  path: '/user/me/node/{id}/log',
  summary: 'The last lines of the log of a node of mine; null where its agent sends none.',
  caller: 'account',
  params: z.object({ id: Address }),
  response: z.object({ log: NodeLog.nullable() }),
  refusals: [],
})
