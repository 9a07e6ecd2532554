import { TRUST_RULES, type TrustRules } from '@infra/trust/trust-rules'

/** The conditions of a simulation. */
export interface Conditions {
  rules: TrustRules
  /** Whether the network has nodes of its own. */
  hasReference: boolean
  seed: number
  /** How many nodes are simulated, as a share of the full number. */
  scale: number
}

export const SEED = 20261116

/** Each removes one protection from the rules; a claim of the simulation must then fail. */
export const sabotages = {
  /** No lower bound of checks. */
  floor: { rules: { trustedRate: 0, incentive: 0, uncheckedMsMax: Number.POSITIVE_INFINITY, canaryRate: 0 } },
  /** A strike costs only the job's pay. */
  fine: { rules: { fineTimes: 0 } },
  /** Earnings are paid out at once. */
  pending: { rules: { pendingMs: 0, pendingResults: 0 } },
  /** If two results differ, the first node gets a strike. */
  referee: { rules: { referees: 0, refereesWithoutReference: 0 } },
  /** The network has no nodes of its own. */
  reference: { hasReference: false },
  /** No entrance or probation. */
  entrance: {
    rules: {
      entranceCanaries: 0,
      probationChecks: 0,
      probationMs: 0,
      knownChecks: 0,
      trustedMs: 0,
      trustedOperators: 0,
    },
  },
  /** One node may end a job. */
  quorum: { rules: { finalVotes: 1 } },
  /** Granted credits become earnings without a limit. */
  grants: {
    rules: { subsidyPerPayerMax: Number.POSITIVE_INFINITY, subsidyPerDayMax: Number.POSITIVE_INFINITY },
  },
} satisfies Record<string, { rules?: Partial<TrustRules>; hasReference?: boolean }>

export type Sabotage = keyof typeof sabotages

export function createConditions({
  sabotage,
  seed = SEED,
  scale = 1,
}: {
  sabotage?: Sabotage
  seed?: number
  scale?: number
} = {}): Conditions {
  const changed: { rules?: Partial<TrustRules>; hasReference?: boolean } = sabotage ? sabotages[sabotage] : {}
  return {
    rules: { ...TRUST_RULES, ...changed.rules },
    hasReference: changed.hasReference ?? true,
    seed,
    scale,
  }
}
