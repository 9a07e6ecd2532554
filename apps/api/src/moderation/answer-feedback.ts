import type { FeedbackState } from '@infra/protocol/feedback'
import { Refusal } from '@infra/protocol/refusal'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { findReport, type ReportRow, updateReport } from '../feedback/feedback-queries.ts'
import { insertAuditEvent } from '../sessions/session-queries.ts'

interface Decision {
  id: string
  moderator: string
  state: FeedbackState
  answer: string
  devlogEntry: string | null
}

/** Answers a report, and records which moderator did. */
export function answerFeedback(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, moderator, ...decision }: Decision,
): Promise<ReportRow> {
  return transaction(db, async (tx) => {
    await updateReport(tx, id, { ...decision, answeredAt: now() })
    const row = await findReport(tx, id)
    if (!row) throw new Refusal('not_found', 'There is no such report.')
    await insertAuditEvent(tx, {
      at: now(),
      kind: 'feedback_answered',
      address: moderator,
      details: { subject: id, why: whyOf(decision), ...decision },
    })
    return row
  })
}

function whyOf({ state, answer }: Pick<Decision, 'state' | 'answer'>): string {
  return answer ? `${state}: ${answer}` : state
}
