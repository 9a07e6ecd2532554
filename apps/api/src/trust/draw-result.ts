import { randomUUIDv7 } from 'node:crypto'
import { checkProbability } from '@infra/trust/checks/check-probability'
import { isDrawn } from '@infra/trust/checks/draw-check'
import type { TrustRecord } from '@infra/trust/levels/trust-record'
import { TRUST_RULES } from '@infra/trust/trust-rules'
import type { Deps } from '../deps.ts'
import { dayOf } from './day-keys.ts'

/** A probability of 1, in millionths. */
export const CERTAIN_PPM = 1_000_000

/** A result that is about to be accepted. */
export interface DrawnFrom {
  attemptId: string
  price: number
  /** The node's record in its app; null on a network that doesn't check nodes, and for apps whose results can't be compared. */
  trust: TrustRecord | null
  /** Pending earnings of its operator. */
  pending: number
  /** Digest of the agent, from the receipt; null in old receipts. */
  program: string | null
  /** Nobody ordered it, or its operator did; neither kind is checked. */
  isExempt: boolean
}

export interface Draw {
  /** How likely a check was, in millionths; null if results aren't drawn. */
  ratePpm: number | null
  /** The day whose key it was drawn with. */
  drawnOn: string | null
  /** Ids of the checks that follow, if it was drawn. */
  checkId: string | null
  canaryId: string | null
}

const NOT_DRAWN: Draw = { ratePpm: null, drawnOn: null, checkId: null, canaryId: null }

/** Draws whether another machine runs the result again, and whether its node gets a canary. */
export async function drawResult(
  { now, dayKey }: Pick<Deps, 'now' | 'dayKey'>,
  { attemptId, price, trust, pending, program, isExempt }: DrawnFrom,
): Promise<Draw> {
  if (!trust || isExempt) return NOT_DRAWN
  const at = now()
  const share = price * (1 - TRUST_RULES.feePercent / 100)
  const probability = checkProbability({
    level: trust.level,
    isWatched: trust.watchLeft > 0,
    share,
    pending: pending + share,
    uncheckedMs: at.getTime() - (trust.lastCheckAt ?? trust.levelSince),
    isUpdated: Boolean(trust.program && program && trust.program !== program),
  })
  // The published probability is the one that was used, so that anyone can repeat the draw.
  const ratePpm = Math.round(probability * CERTAIN_PPM)
  const key = await dayKey(at)
  const hasCanaries = trust.level === 'known' || trust.level === 'trusted'
  return {
    ratePpm,
    drawnOn: dayOf(at),
    checkId: isDrawn(key, attemptId, ratePpm / CERTAIN_PPM) ? randomUUIDv7() : null,
    canaryId:
      hasCanaries && isDrawn(key, attemptId, TRUST_RULES.canaryRate, 'canary') ? randomUUIDv7() : null,
  }
}
