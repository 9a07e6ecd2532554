import { catalogue } from '@infra/protocol/apps/catalogue'
import {
  getCredits,
  getPendingEarnings,
  getPrices,
  getStatement,
  OPERATOR_PERCENT,
  STARTER_CREDITS,
} from '@infra/protocol/credits'
import { stakeTiers } from '@infra/protocol/staking'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { NUMBER_CURSOR, pageOf, readCursor } from '../http/page.ts'
import { route } from '../http/route.ts'
import { findCredits, listStatement } from './ledger-queries.ts'
import { listPendingEarnings } from './pending-earnings.ts'

export function ledgerRoutes(server: FastifyInstance, deps: Deps): void {
  const { db } = deps

  route(server, deps, getCredits, ({ caller }) => findCredits(db, caller.address))

  route(server, deps, getPendingEarnings, ({ caller }) => listPendingEarnings(db, caller.address))

  route(server, deps, getStatement, async ({ caller, query }) => {
    const before = readCursor(query.before, NUMBER_CURSOR)
    const lines = await listStatement(db, caller.address, { ...query, before })
    return pageOf(lines, query, { cursor: ({ id }) => id, present: (line) => line })
  })

  route(server, deps, getPrices, () => ({
    apps: catalogue
      .filter(({ state }) => state === 'published')
      .map(({ id, name, price }) => ({ appId: id, name, price })),
    starterCredits: STARTER_CREDITS,
    operatorPercent: OPERATOR_PERCENT,
    tiers: [...stakeTiers],
  }))
}
