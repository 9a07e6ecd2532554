import { getMe, getUser, updateMe as updateMeEndpoint } from '@infra/protocol/users'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { foundUser } from './found-user.ts'
import { presentMe, presentUser } from './present-user.ts'
import { readAddress } from './read-address.ts'
import { updateMe } from './update-me.ts'
import { findUser } from './user-queries.ts'

export function userRoutes(server: FastifyInstance, deps: Deps): void {
  const { db } = deps

  route(server, deps, getMe, async ({ caller }) =>
    presentMe(deps, foundUser(await findUser(db, caller.address))),
  )

  route(server, deps, updateMeEndpoint, async ({ caller, body }) => {
    const row = foundUser(await updateMe(deps, caller.address, body))
    // Results show only the name from a profile.
    if (body.name !== undefined) deps.notifications.publish('shown', '')
    return presentMe(deps, row)
  })

  route(server, deps, getUser, async ({ params }) =>
    presentUser(deps, foundUser(await findUser(db, readAddress(params.id)))),
  )
}
