import { randomUUIDv7 } from 'node:crypto'
import { sendBugReport } from '@infra/protocol/feedback'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { insertReport } from './feedback-queries.ts'

export function feedbackRoutes(server: FastifyInstance, deps: Deps): void {
  route(server, deps, sendBugReport, ({ body }) =>
    insertReport(deps.db, { id: randomUUIDv7(), ...body, createdAt: deps.now() }),
  )
}
