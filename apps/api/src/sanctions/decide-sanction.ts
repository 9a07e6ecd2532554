import { Refusal } from '@infra/protocol/refusal'
import type { SanctionDecision } from '@infra/protocol/sanctions'
import { getAddress, type Hex } from 'viem'
import { transaction } from '../db/transaction.ts'
import { insertAuditEvent } from '../sessions/session-queries.ts'
import { applySanctions, publishSanctions, type SanctionDeps } from './impose-sanction.ts'
import { lockSanction, updateSanction } from './sanction-queries.ts'
import { returnSeized } from './seize-earnings.ts'
import { withdrawStrikes } from './withdraw-strikes.ts'

/** Lifts a sanction, or upholds it against an appeal. Either one closes an open appeal. */
export async function decideSanction(
  deps: SanctionDeps,
  { id, act, why, moderator }: { id: string; act: SanctionDecision; why: string; moderator: string },
): Promise<void> {
  const at = deps.now()
  const changed = await transaction(deps.db, async (tx) => {
    const sanction = await lockSanction(tx, id)
    if (!sanction) throw noSuchSanction()
    if (sanction.operator === moderator)
      throw new Refusal('forbidden', 'It is about you or a node of yours. Another moderator must decide.')
    if (sanction.liftedAt) throw new Refusal('conflict', 'It was lifted already.')
    const isAppealed = sanction.appeal !== null && sanction.answer === null
    if (act === 'uphold' && !isAppealed) throw new Refusal('conflict', 'No appeal waits for an answer.')
    await updateSanction(tx, id, {
      ...(isAppealed && { answer: why, answeredAt: at }),
      ...(act === 'lift' && { liftedAt: at, liftedWhy: why }),
    })
    const { nodeId, operator, rule } = sanction
    if (act === 'lift') await returnSeized(tx, [id])
    if (act === 'lift' && rule && nodeId) await withdrawStrikes(tx, nodeId, at)
    const what = act === 'lift' ? 'reinstated' : 'appeal_rejected'
    await insertAuditEvent(tx, {
      at,
      kind: `${nodeId ? 'node' : 'operator'}_${what}`,
      address: moderator,
      details: { subject: getAddress((nodeId ?? operator) as Hex), why },
    })
    return applySanctions(tx, { nodeId, operator })
  })
  publishSanctions(deps, changed)
}

/** The operator's appeal against a sanction: once, while it's in force. */
export async function appealSanction(
  { db, now }: Pick<SanctionDeps, 'db' | 'now'>,
  { id, operator, text }: { id: string; operator: string; text: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const sanction = await lockSanction(tx, id)
    if (sanction?.operator !== operator) throw noSuchSanction()
    if (sanction.liftedAt) throw new Refusal('conflict', 'It was lifted already.')
    if (sanction.appeal !== null) throw new Refusal('conflict', 'You have appealed against it already.')
    await updateSanction(tx, id, { appeal: text, appealedAt: now() })
  })
}

export function noSuchSanction(): Refusal {
  return new Refusal('not_found', 'There is no such sanction.')
}
