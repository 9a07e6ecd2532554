import {
  appealSanction as appealEndpoint,
  decideSanction as decideEndpoint,
  listSanctions as listEndpoint,
  listMySanctions,
  MY_SANCTIONS_MAX,
  type Sanction,
  sanctionNode,
  sanctionOperator,
} from '@infra/protocol/sanctions'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { pageOf, readCursor, UUID_CURSOR } from '../http/page.ts'
import { route } from '../http/route.ts'
import { readAddress } from '../users/read-address.ts'
import { appealSanction, decideSanction, noSuchSanction } from './decide-sanction.ts'
import { imposeSanction, type Subject } from './impose-sanction.ts'
import { findSanction, listSanctions, listSanctionsOf, presentSanction } from './sanction-queries.ts'

export function sanctionRoutes(server: FastifyInstance, deps: Deps): void {
  const { db } = deps

  route(server, deps, listMySanctions, async ({ caller }) => ({
    items: (await listSanctionsOf(db, caller.address, MY_SANCTIONS_MAX)).map(presentSanction),
  }))

  route(server, deps, appealEndpoint, async ({ caller, params, body }) => {
    await appealSanction(deps, { ...params, ...body, operator: caller.address })
    return present(deps, params.id)
  })

  route(server, deps, listEndpoint, async ({ query }) => {
    const before = readCursor(query.before, UUID_CURSOR)
    const rows = await listSanctions(db, { ...query, before, stage: query.stage ?? 'in_force' })
    return pageOf(rows, query, { cursor: ({ id }) => id, present: presentSanction })
  })

  const impose = async (subject: Subject, given: Omit<Parameters<typeof imposeSanction>[1], 'subject'>) =>
    present(deps, await imposeSanction(deps, { subject, ...given }))

  route(server, deps, sanctionNode, ({ caller, params, body }) =>
    impose({ node: readAddress(params.id) }, { ...body, moderator: caller.address }),
  )

  route(server, deps, sanctionOperator, ({ caller, params, body }) =>
    impose({ operator: readAddress(params.id) }, { ...body, moderator: caller.address }),
  )

  route(server, deps, decideEndpoint, async ({ caller, params, body }) => {
    await decideSanction(deps, { ...params, ...body, moderator: caller.address })
    return present(deps, params.id)
  })
}

async function present({ db }: Deps, id: string): Promise<Sanction> {
  const row = await findSanction(db, id)
  if (!row) throw noSuchSanction()
  return presentSanction(row)
}
