import { randomBytes } from 'node:crypto'
import * as protocol from '@infra/protocol/programs/mandates'
import { Refusal } from '@infra/protocol/refusal'
import { mandateOf } from '@infra/protocol/values/mandate'
import type { FastifyInstance } from 'fastify'
import { getAddress, type Hex } from 'viem'
import { makeLinkCode } from '../../auth/make-link-code.ts'
import { transaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'
import { listSessionGrants } from '../key-queries.ts'
import {
  answerRequest,
  countOpenRequests,
  findRequest,
  insertRequest,
  type MandateTerms,
} from './mandate-queries.ts'
import { beyondSession, outcomeOf, REQUEST_MS } from './mandate-rules.ts'
import { noSuchRequest, takeRequest } from './take-request.ts'
import { waitForOutcome } from './wait-for-outcome.ts'

/** Limits how much anyone can make us store, so that one network can't use up everyone's room. */
const OPEN_PER_NETWORK_MAX = 20
const OPEN_MAX = 10_000

type MandateDeps = Deps & { closing: AbortSignal }

export function mandateRoutes(server: FastifyInstance, deps: MandateDeps): void {
  const { db, now, notifications, config } = deps

  route(server, deps, protocol.requestMandate, ({ body, network }) => request(deps, body, network()))

  route(server, deps, protocol.getMandateOutcome, async ({ params: { code }, query, clientDisconnected }) => {
    const signals = [clientDisconnected(), deps.closing]
    if (query.wait) await waitForOutcome(deps, code, { seconds: query.wait, signals })
    const row = await findRequest(db, code)
    if (!row) throw noSuchRequest()
    return { outcome: outcomeOf(row, now()) }
  })

  route(server, deps, protocol.getMandateRequest, async ({ params, network }) => {
    const row = await findRequest(db, params.code)
    if (!row || outcomeOf(row, now()) !== 'waiting') throw noSuchRequest()
    return { ...row.asked, expiresAt: row.expiresAt, isFromSameNetwork: row.network === network() }
  })

  route(server, deps, protocol.refuseMandate, async ({ params: { code } }) => {
    await transaction(db, async (tx) => {
      await takeRequest(tx, code, now())
      await answerRequest(tx, code, 'refused')
    })
    notifications.publish('mandate', code)
  })

  route(server, deps, protocol.draftMandate, async ({ caller: { address }, body }) => {
    const granted = await listSessionGrants(db, address, now())
    return {
      mandate: mandateOf(body, {
        network: config.publicUrl.origin,
        account: getAddress(address as Hex),
        validFrom: Math.floor(now().getTime() / 1000),
        nonce: `0x${randomBytes(32).toString('hex')}`,
      }),
      isNeeded: Object.keys(beyondSession(body, granted)).length > 0,
    }
  })
}

async function request({ db, now, config }: MandateDeps, asked: MandateTerms, network: string) {
  const at = now()
  const open = await countOpenRequests(db, network, at)
  if (open.ofNetwork >= OPEN_PER_NETWORK_MAX || open.ofAll >= OPEN_MAX)
    throw new Refusal('rate_limited', 'Too many requests for keys are waiting. Try again in a few minutes.', {
      retryAfterSeconds: 60,
    })
  const code = makeLinkCode()
  const expiresAt = new Date(at.getTime() + REQUEST_MS)
  await insertRequest(db, { code, asked, network, expiresAt })
  return { code, url: new URL(`/profile/keys?mandate=${code}`, config.publicUrl).href, expiresAt }
}
