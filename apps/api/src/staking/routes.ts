import * as protocol from '@infra/protocol/staking'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { askDevnet } from './ask-devnet.ts'
import { readStaking } from './read-staking.ts'

export function stakingRoutes(server: FastifyInstance, deps: Deps): void {
  route(server, deps, protocol.getStaking, ({ caller }) => readStaking(deps, caller.address))

  route(server, deps, protocol.askDevnet, ({ body }) => askDevnet(deps.config, body))
}
