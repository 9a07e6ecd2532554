import type { Act, CheckJudgement } from '@infra/protocol/moderation'
import { Refusal } from '@infra/protocol/refusal'
import type { Verdict } from '@infra/trust/checks/decide-check'
import type { Db } from '../db/client.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { deleteCheckRuns } from '../jobs/delete-check-runs.ts'
import { insertAuditEvent } from '../sessions/session-queries.ts'
import { isReferenceOperator } from '../trust/trust-records.ts'
import { comparedResult } from './advance-check.ts'
import { type CheckRow, listRan, updateCheck } from './check-queries.ts'
import {
  type ComparedResult,
  type Concluded,
  type Decided,
  judge,
  nothing,
  publishConcluded,
  showOutcome,
  signOutcome,
} from './conclude-check.ts'
import { lockDisputed } from './disputed-checks.ts'

const kinds: Record<CheckJudgement, Act['kind']> = {
  agreed: 'check_agreed',
  contradicted: 'check_contradicted',
  leave: 'check_left',
}

/** A person decides if machines differ and there's no majority. The consequences are the same as after any other check. */
export async function judgeCheck(
  deps: Deps,
  { id, act, why, moderator }: { id: string; act: CheckJudgement; why: string; moderator: string },
): Promise<void> {
  const at = deps.now()
  const done = await transaction(deps.db, async (tx) => {
    const check = await lockDisputed(tx, id)
    if (!check) throw new Refusal('conflict', 'This check does not wait for a decision.')
    const [result, second] = await listRan(tx, [check.jobId!, ...check.runs])
    if (!result || !second) throw new Refusal('conflict', 'Its results are no longer kept.')
    if (
      [result, second].some(({ operator }) => operator === moderator && !isReferenceOperator(deps, operator))
    )
      throw new Refusal('forbidden', 'It is about a node of yours. Another moderator must decide.')
    if (act !== 'leave' && result.visibility === 'private')
      throw new Refusal('forbidden', 'Its owner shows it to nobody, so nobody can judge it.')
    await insertAuditEvent(tx, {
      at,
      kind: kinds[act],
      address: moderator,
      details: { subject: result.id, why },
    })
    await updateCheck(tx, id, { needsPerson: false, ...(act !== 'leave' && { outcome: act }) })
    const both = { first: comparedResult(deps, result), second: comparedResult(deps, second) }
    const concluded = act === 'leave' ? nothing() : await carryOut(tx, deps, { check, act, at, ...both })
    if (act !== 'contradicted') await deleteCheckRuns(tx, check.runs)
    return concluded
  })
  publishConcluded(deps, done)
}

const right: Verdict = { outcome: 'agreed', counts: true }
const wrong: Verdict = { outcome: 'contradicted', counts: false }

/** A second machine isn't punished for a difference that turned out to mean nothing. */
const decisions: Record<'agreed' | 'contradicted', Pick<Decided, 'first' | 'struck'>> = {
  agreed: { first: right, struck: null },
  contradicted: { first: wrong, struck: 'first' },
}

async function carryOut(
  tx: Db,
  deps: Deps,
  {
    check,
    act,
    first,
    second,
    at,
  }: {
    check: CheckRow
    act: 'agreed' | 'contradicted'
    first: ComparedResult
    second: ComparedResult
    at: Date
  },
): Promise<Concluded> {
  const done = nothing()
  const decision = { ...decisions[act], state: 'decided', second: right, needsPerson: false } as const
  const isWrong = act === 'contradicted'
  const judged = [
    { who: first, verdict: decision.first, isStruck: isWrong },
    ...(isWrong ? [{ who: second, verdict: right, isStruck: false }] : []),
  ].toSorted((one, other) => (one.who.node < other.who.node ? -1 : 1))
  // `by` is null: a person's decision counts like a comparison with a reference node.
  for (const one of judged) await judge(tx, deps, { check, by: null, wasUnclear: true, at, ...one }, done)
  const statement = await signOutcome(deps, {
    ...{ check, decision, first, second, at },
    distance: check.distance ?? 0,
  })
  const given = isWrong ? second.job : null
  await showOutcome(tx, { check, decision, first, second, right: given, statement, at }, done)
  return done
}
