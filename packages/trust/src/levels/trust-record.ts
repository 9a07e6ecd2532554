import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'

export const trustLevels = ['new', 'probation', 'known', 'trusted'] as const
export type TrustLevel = (typeof trustLevels)[number]

export type SuspensionReason = 'strike_while_watched' | 'strikes' | 'false_finals' | 'operator' | 'moderator'

/** What the network knows of a node in one app. Nothing that an operator does changes it, not even removing the node. */
export interface TrustRecord {
  level: TrustLevel
  /** `known` for apps that run on the operator's own model, which nobody can compare exactly, and for old agents. */
  levelMax: 'known' | 'trusted'
  levelSince: number
  linkedAt: number
  appVersion: number
  entrance: Entrance
  /** Checks passed at this level. */
  passed: number
  /** Whether a node that was trusted is checked again, which takes fewer checks than the first time. */
  isRecheck: boolean
  /** Checks left to pass while the node is watched. 0: it is not watched. */
  watchLeft: number
  suspended: { at: number; reason: SuspensionReason } | null
  /** All checks ever, and how they went. */
  checks: number
  agreed: number
  unclear: number
  contradicted: number
  strikes: number
  /** For each strike that still counts, how many checks there had been by then. */
  strikesAt: readonly number[]
  /** Operators that it was compared with at this level, as many as are needed, or `REFERENCE`. */
  comparedWith: readonly string[]
  lastCheckAt: number | null
  /** Digest of the agent that its last checked result named in its receipt; null where none did. */
  program?: string | null
  /** Whether it is a node of the network itself. */
  isReference: boolean
}

export interface Entrance {
  /** Canaries to run. */
  size: number
  missesMax: number
  passed: number
  failed: number
  isOpen: boolean
  /** When the entrances of the last day were begun. */
  begunAt: readonly number[]
}

/** Stands for every operator of reference nodes, and for canaries: their answers come from reference nodes. */
export const REFERENCE = 'reference'

export interface NewNode {
  linkedAt: number
  appVersion: number
  /** Whether the node has passed the entrance of another app. */
  isFurtherApp?: boolean
  /** Whether it is a node of the network itself. */
  isReference?: boolean
  levelMax?: 'known' | 'trusted'
}

export function newTrustRecord(
  { linkedAt, appVersion, isFurtherApp = false, isReference = false, levelMax = 'trusted' }: NewNode,
  rules: TrustRules = TRUST_RULES,
): TrustRecord {
  const record: TrustRecord = {
    level: isReference ? levelMax : 'new',
    levelMax,
    levelSince: linkedAt,
    linkedAt,
    appVersion,
    entrance: {
      size: isFurtherApp ? rules.entranceCanariesFurther : rules.entranceCanaries,
      missesMax: isFurtherApp ? 0 : rules.entranceMissesMax,
      passed: 0,
      failed: 0,
      isOpen: false,
      begunAt: [],
    },
    passed: 0,
    isRecheck: false,
    watchLeft: 0,
    suspended: null,
    checks: 0,
    agreed: 0,
    unclear: 0,
    contradicted: 0,
    strikes: 0,
    strikesAt: [],
    comparedWith: [],
    lastCheckAt: null,
    isReference,
  }
  return promote(record, linkedAt, rules)
}

/** Raises the level as far as the record allows; a watched node doesn't rise. */
export function promote(record: TrustRecord, at: number, rules: TrustRules): TrustRecord {
  const next = nextLevel(record, at, rules)
  if (!next) return record
  const raised = { ...record, level: next, levelSince: at, passed: 0, isRecheck: false, comparedWith: [] }
  return promote(raised, at, rules)
}

function nextLevel(record: TrustRecord, at: number, rules: TrustRules): TrustLevel | null {
  const { level, entrance, passed, linkedAt } = record
  if (record.watchLeft > 0) return null
  switch (level) {
    case 'new':
      return entrance.passed + entrance.failed >= entrance.size ? 'probation' : null
    case 'probation':
      return passed >= rules.probationChecks && at - linkedAt >= rules.probationMs ? 'known' : null
    case 'known':
      return record.levelMax === 'trusted' && isReadyToBeTrusted(record, at, rules) ? 'trusted' : null
    case 'trusted':
      return null
  }
}

function isReadyToBeTrusted(record: TrustRecord, at: number, rules: TrustRules): boolean {
  const { isRecheck, passed, comparedWith, linkedAt } = record
  if (isRecheck) return passed >= rules.recheckChecks
  return (
    passed >= rules.knownChecks &&
    at - linkedAt >= rules.trustedMs &&
    (comparedWith.includes(REFERENCE) || comparedWith.length >= rules.trustedOperators)
  )
}
