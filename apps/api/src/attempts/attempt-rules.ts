import type { AppManifest } from '@infra/protocol/apps/app'

/** If the nodes of three operators failed a job, the job is at fault and not the nodes. */
export const FAILED_OPERATORS_MAX = 3

/** However few operators there are, a job gets no more attempts than this. */
export const TRIES_MAX = 6

/** How many attempts a job gets after every operator who could run it has failed it. */
export const TRIES_WITHOUT_OTHERS_MAX = 3

/** How long a job avoids the operators that failed it while another operator's node could take it. */
export const AVOID_OPERATOR_SECONDS = 600

/** How long a job avoids the node that had it last when there's no other operator. */
export const AVOID_SECONDS = 20

/** Added to the app's own limit, because fetching weights and files takes time. */
const FETCH_SECONDS = 600

/** However often its lease is renewed, an attempt ends after this long. */
export function runSecondsMax(app: Pick<AppManifest, 'limits'>): number {
  return app.limits.runSeconds + FETCH_SECONDS
}
