import type { AppManifest } from '@infra/protocol/apps/app'

/** A job that the nodes of three operators failed is the job's fault, not the nodes'. */
export const FAILED_OPERATORS_MAX = 3

/** However few operators there are, a job gets no more attempts than this. */
export const TRIES_MAX = 6

/** The attempts a job gets where every operator who could run it has failed it. */
export const TRIES_WITHOUT_OTHERS_MAX = 3

/** How long the operators that failed a job are passed over for it while another one's node could take it. */
export const AVOID_OPERATOR_SECONDS = 600

/** How long the node that had a job last is passed over where there is no other operator. */
export const AVOID_SECONDS = 20

/** On top of an app's own limit: fetching weights and files takes time. */
const FETCH_SECONDS = 600

/** However often its lease is renewed, an attempt ends after this long. */
export function runSecondsMax(app: Pick<AppManifest, 'limits'>): number {
  return app.limits.runSeconds + FETCH_SECONDS
}
