import * as protocol from '@infra/protocol/alerts/node-alerts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { listAlertsOf } from './alert-queries.ts'
import { presentAlert } from './present-alert.ts'

export function alertRoutes(server: FastifyInstance, deps: Deps): void {
  route(server, deps, protocol.listAlerts, async ({ caller }) => ({
    items: (await listAlertsOf(deps.db, caller.address)).map(presentAlert),
  }))
}
