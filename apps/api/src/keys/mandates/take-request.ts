import { Refusal } from '@infra/protocol/refusal'
import type { MandatedKey } from '@infra/protocol/values/mandate'
import type { Db } from '../../db/client.ts'
import { raisedBy } from '../key-rules.ts'
import { refuseFields } from '../refuse-fields.ts'
import { lockRequest, type RequestRow } from './mandate-queries.ts'
import { outcomeOf } from './mandate-rules.ts'

/** The request of this code, if the caller is the one to answer it. */
export async function takeRequest(tx: Db, code: string, now: Date): Promise<RequestRow> {
  const request = await lockRequest(tx, code)
  if (!request || outcomeOf(request, now) === 'expired') throw noSuchRequest()
  if (request.outcome) throw new Refusal('conflict', `This request was ${request.outcome} already.`)
  return request
}

export function noSuchRequest(): Refusal {
  return new Refusal('not_found', 'No program asks with this code, or no longer.')
}

/** Grants the requested key, and nothing beyond the request. */
export function refuseMoreThanAsked({ asked }: Pick<RequestRow, 'asked'>, wanted: MandatedKey): void {
  if (wanted.hash !== asked.keyHash)
    throw new Refusal('conflict', 'This request is for another key. Open its address again.')
  const { scopes, apps, creditsTotal, creditsPerDay, creditsPerJob } = wanted
  const raised: string[] = raisedBy(
    { ...asked, networks: null, openMax: 0, expiresAt: new Date(asked.days) },
    { scopes: [...scopes], apps, creditsTotal, creditsPerDay, creditsPerJob },
  )
  if (wanted.days > asked.days) raised.push('days')
  refuseFields(Object.fromEntries(raised.map((name) => [name, 'may not be more than was asked for'])))
}
