import { createHash, randomBytes } from 'node:crypto'
import { Refusal } from '@infra/protocol/refusal'
import { mayLinkNode } from '@infra/trust/levels/operator-sanctions'
import type { Hex } from 'viem'
import { makeLinkCode } from '../auth/make-link-code.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { checksNodes } from '../trust/trust-records.ts'
import { refuseReserved } from '../users/name-key.ts'
import { isUser } from '../users/user-queries.ts'
import { useNodeChallenge } from './node-challenge.ts'
import { findNode, insertLink, insertLinkToken, insertNode, takeLink, takeLinkToken } from './node-queries.ts'
import { LINK_CODE_MS, LINK_TOKEN_MS } from './node-rules.ts'
import { refuseSanctioned } from './refuse-sanctioned.ts'

type LinkDeps = Pick<Deps, 'config' | 'db' | 'now'>

/** A code for the operator to confirm. It replaces an earlier one. */
export async function requestLink(
  deps: LinkDeps,
  request: { node: Hex; signature: Hex; name: string },
): Promise<{ code: string; url: string; expiresAt: Date }> {
  refuseReserved(request.name)
  await useNodeChallenge(deps, request)
  const code = makeLinkCode()
  const expiresAt = new Date(deps.now().getTime() + LINK_CODE_MS)
  await transaction(deps.db, (tx) =>
    insertLink(tx, { code, nodeId: request.node, name: request.name, expiresAt }),
  )
  return { code, url: new URL(`/nodes?link=${code}`, deps.config.publicUrl).href, expiresAt }
}

/** Links the machine that shows this code to the caller. Returns its id. */
export function confirmLink(
  deps: LinkDeps,
  { code, operator }: { code: string; operator: string },
): Promise<string> {
  const { db, now } = deps
  return transaction(db, async (tx) => {
    const link = await takeLink(tx, code, now())
    if (!link) throw new Refusal('not_found', 'No machine shows this code, or no longer.')
    await makeOwn(tx, deps, { id: link.nodeId, name: link.name, operator, now: now() })
    return link.nodeId
  })
}

/** The token is returned once; only its hash is stored. */
export async function createLinkToken(
  { db, now }: LinkDeps,
  operator: string,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now().getTime() + LINK_TOKEN_MS)
  await insertLinkToken(db, { tokenHash: hashOf(token), operator, expiresAt })
  return { token, expiresAt }
}

export function linkByToken(
  deps: LinkDeps,
  { token, id, name }: { token: string; id: string; name: string },
): Promise<void> {
  const { db, now } = deps
  return transaction(db, async (tx) => {
    const operator = await takeLinkToken(tx, hashOf(token), now())
    if (!operator) throw new Refusal('node_not_linked', 'The link token is not valid, or was used before.')
    await makeOwn(tx, deps, { id, name, operator, now: now() })
  })
}

async function makeOwn(
  tx: Db,
  deps: LinkDeps,
  link: { id: string; name: string; operator: string; now: Date },
): Promise<void> {
  if (!(await isUser(tx, link.operator)))
    throw new Refusal('node_not_linked', 'Its operator is not there any more.')
  const known = await findNode(tx, link.id)
  if (known && known.operator !== link.operator) {
    throw new Refusal('node_taken', 'This machine belongs to someone else, who must remove it first.')
  }
  if (known) return
  await refuseSanctioned(tx, link)
  await refuseManyNew(tx, deps, link.operator)
  refuseReserved(link.name)
  await insertNode(tx, link)
}

const countBelowKnown = statement<{ count: number }>(
  'count-nodes-below-known',
  `select count(*)::int as count from nodes n where n.operator = $1 and n.removed_at is null
    and not exists (select from trust_records t where t.node_id = n.id and t.level in ('known', 'trusted'))`,
)

/** A crowd of new machines would keep reference nodes busy with canaries. */
async function refuseManyNew(tx: Db, { config, now }: LinkDeps, operator: string): Promise<void> {
  if (!checksNodes(config) || config.referenceOperators.has(operator)) return
  const [row] = await countBelowKnown(tx, [operator])
  if (mayLinkNode({ nodesBelowKnown: row!.count, prefixBannedAt: null }, now().getTime())) return
  throw new Refusal(
    'forbidden',
    `You have ${row!.count} machines that are still proving themselves. Link more when one of them is known.`,
  )
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
