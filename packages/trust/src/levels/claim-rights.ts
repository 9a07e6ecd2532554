import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'
import type { TrustRecord } from './trust-record.ts'

export interface ClaimRights {
  /** Canaries of the entrance, and nothing else. */
  entrance: boolean
  /** Results of others, run again. */
  secondRuns: boolean
  /** `if_none_better`: small ones that no better node can start soon. */
  publicJobs: 'all' | 'if_none_better' | 'none'
  privateJobs: boolean
  /** Whether its agreement counts as a check of others, and its vote as one of the two that end a job. */
  vouches: boolean
  /** Whether it may decide where two others differ. */
  referee: boolean
}

const NOTHING: ClaimRights = {
  entrance: false,
  secondRuns: false,
  publicJobs: 'none',
  privateJobs: false,
  vouches: false,
  referee: false,
}

/** The part of a record that decides what a node may do. */
type Standing = Pick<TrustRecord, 'level' | 'watchLeft' | 'suspended'>

/** What a node may do in an app. */
export function claimRights({ level, watchLeft, suspended }: Standing): ClaimRights {
  if (suspended) return NOTHING
  if (level === 'new') return { ...NOTHING, entrance: true }
  if (level === 'probation') return { ...NOTHING, secondRuns: true, publicJobs: 'if_none_better' }
  if (watchLeft > 0) return { ...NOTHING, secondRuns: true, publicJobs: 'all' }
  const isTrusted = level === 'trusted'
  return {
    entrance: false,
    secondRuns: true,
    publicJobs: 'all',
    privateJobs: isTrusted,
    vouches: true,
    referee: isTrusted,
  }
}

/** A canary after the entrance is claimed as a second run. */
export interface ClaimableJob {
  kind: 'entrance_canary' | 'second_run' | 'referee_run' | 'job'
  isPrivate: boolean
  price: number
  /** How long no better node could begin it. */
  waitedMs: number
}

/** Whether a node may claim this job. Private jobs are run again by reference nodes alone: see `mayCheck`. */
export function mayClaim(record: Standing, job: ClaimableJob, rules: TrustRules = TRUST_RULES): boolean {
  const rights = claimRights(record)
  switch (job.kind) {
    case 'entrance_canary':
      return rights.entrance
    case 'second_run':
      return rights.secondRuns
    case 'referee_run':
      return rights.referee
    case 'job':
      if (job.isPrivate) return rights.privateJobs
      if (rights.publicJobs === 'if_none_better')
        return job.price <= rules.probationPriceMax && job.waitedMs >= rules.probationWaitMs
      return rights.publicJobs === 'all'
  }
}
