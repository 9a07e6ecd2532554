import { DAY_MS, TRUST_RULES, type TrustRules } from '../trust-rules.ts'
import { promote, REFERENCE, type SuspensionReason, type TrustRecord } from './trust-record.ts'

export type CheckOutcome = 'agreed' | 'unclear' | 'contradicted'

export type TrustEvent = { at: number } & (
  | { type: 'entrance_begun' }
  | { type: 'entrance_canary'; isRight: boolean }
  /**
   * `by`: the operator it was compared with, or `REFERENCE`. `counts`: whether that one's word counts as a check. `program`: of the agent, where
   * its result was checked. `wasUnclear`: a person decided a check that was counted as unclear.
   */
  | {
      type: 'check'
      outcome: CheckOutcome
      by: string
      counts: boolean
      program?: string | null
      wasUnclear?: boolean
    }
  /** Comes with the contradicted check that it is for. */
  | { type: 'strike' }
  /** Another node of the operator was suspended. */
  | { type: 'watched' }
  | { type: 'app_version_changed'; version: number }
  /** For what happens without an event, once a day or so. */
  | { type: 'time_passed' }
  | { type: 'suspended'; reason: SuspensionReason }
  /** `isOverturned`: the strikes were wrong. Otherwise the node works again, watched. */
  | { type: 'lifted'; isOverturned: boolean }
)

export interface TrustChange {
  record: TrustRecord
  /** Why the node must be suspended now, in all of its apps. */
  suspends: SuspensionReason | null
}

/** The record after an event. */
export function applyTrustEvent(
  record: TrustRecord,
  event: TrustEvent,
  rules: TrustRules = TRUST_RULES,
): TrustChange {
  if (event.type === 'strike') return struck(record, rules)
  return { record: changed(record, event, rules), suspends: null }
}

/**
 * The record after all of these events. A strike is withdrawn, with everything that followed from it, by replaying without it and with its
 * check as agreed.
 */
export function replayTrust(
  record: TrustRecord,
  events: readonly TrustEvent[],
  rules: TrustRules = TRUST_RULES,
): TrustRecord {
  return events.reduce((before, event) => applyTrustEvent(before, event, rules).record, record)
}

function changed(
  record: TrustRecord,
  event: Exclude<TrustEvent, { type: 'strike' }>,
  rules: TrustRules,
): TrustRecord {
  const { at } = event
  switch (event.type) {
    case 'entrance_begun':
      return entranceBegun(record, at)
    case 'entrance_canary':
      return promote(entranceCanary(record, event.isRight), at, rules)
    case 'check':
      return promote(checked(record, event, rules), at, rules)
    case 'watched':
      return { ...record, watchLeft: rules.watchChecks }
    case 'app_version_changed':
      return lowered({ ...record, appVersion: event.version }, at)
    case 'time_passed':
      return promote(isLongUnchecked(record, at, rules) ? lowered(record, at) : record, at, rules)
    case 'suspended':
      return { ...record, suspended: { at, reason: event.reason } }
    case 'lifted':
      return event.isOverturned
        ? { ...record, suspended: null, watchLeft: 0, strikesAt: [] }
        : { ...record, suspended: null, watchLeft: rules.watchChecks }
  }
}

/** Whether a node may run the canaries of an entrance (again) today. */
export function mayBeginEntrance(
  { level, suspended, entrance }: TrustRecord,
  at: number,
  rules: TrustRules = TRUST_RULES,
): boolean {
  const today = entrance.begunAt.filter((begunAt) => at - begunAt < DAY_MS)
  return level === 'new' && !suspended && !entrance.isOpen && today.length < rules.entrancesPerDayMax
}

function entranceBegun(record: TrustRecord, at: number): TrustRecord {
  const begunAt = [...record.entrance.begunAt.filter((earlier) => at - earlier < DAY_MS), at]
  return { ...record, entrance: { ...record.entrance, passed: 0, failed: 0, isOpen: true, begunAt } }
}

function entranceCanary(record: TrustRecord, isRight: boolean): TrustRecord {
  const { entrance } = record
  if (!entrance.isOpen) return record
  const passed = entrance.passed + Number(isRight)
  const failed = entrance.failed + Number(!isRight)
  const isLost = failed > entrance.missesMax
  const isOpen = !isLost && passed + failed < entrance.size
  return {
    ...record,
    entrance: isLost
      ? { ...entrance, passed: 0, failed: 0, isOpen }
      : { ...entrance, passed, failed, isOpen },
  }
}

function checked(
  record: TrustRecord,
  { at, outcome, by, counts, program, wasUnclear = false }: Extract<TrustEvent, { type: 'check' }>,
  rules: TrustRules,
): TrustRecord {
  const isPassed = outcome === 'agreed' && counts
  return {
    ...record,
    checks: record.checks + Number(!wasUnclear),
    ...(wasUnclear && { unclear: record.unclear - 1 }),
    [outcome]: record[outcome] + 1,
    lastCheckAt: at,
    ...(program && { program }),
    passed: record.passed + Number(isPassed),
    watchLeft: Math.max(0, record.watchLeft - Number(isPassed)),
    comparedWith: isPassed ? withOperator(record.comparedWith, by, rules) : record.comparedWith,
  }
}

function withOperator(operators: readonly string[], by: string, rules: TrustRules): readonly string[] {
  const isKnown = operators.includes(by) || operators.includes(REFERENCE)
  const isEnough = by !== REFERENCE && operators.length >= rules.trustedOperators
  return isKnown || isEnough ? operators : [...operators, by]
}

/** The check of the strike is counted first: a strike within the last 400 checks is one of them. */
function struck(record: TrustRecord, rules: TrustRules): TrustChange {
  const counting = record.strikesAt.filter((at) => at > record.checks - rules.strikeMemoryChecks)
  const strikesAt = [...counting, record.checks]
  const wasWatched = record.watchLeft > 0
  const isTrusted = record.level === 'trusted'
  const after: TrustRecord = {
    ...record,
    strikes: record.strikes + 1,
    strikesAt,
    watchLeft: rules.watchChecks,
    ...(!isTrusted && { passed: 0, isRecheck: false, comparedWith: [] }),
  }
  if (record.suspended) return { record: after, suspends: null }
  if (wasWatched) return { record: after, suspends: 'strike_while_watched' }
  return { record: after, suspends: strikesAt.length >= rules.strikesMax ? 'strikes' : null }
}

/** A trusted node is only known until it has passed a few checks. */
function lowered(record: TrustRecord, at: number): TrustRecord {
  if (record.level !== 'trusted') return record
  return { ...record, level: 'known', levelSince: at, passed: 0, isRecheck: true, comparedWith: [] }
}

function isLongUnchecked(record: TrustRecord, at: number, rules: TrustRules): boolean {
  return record.level === 'trusted' && at - (record.lastCheckAt ?? record.levelSince) >= rules.recheckMs
}
