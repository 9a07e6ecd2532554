import type { AppManifest } from '@infra/protocol/apps/app'
import { catalogue } from '@infra/protocol/apps/catalogue'
import type { NodeOffer } from '../auth/node-sessions.ts'
import { OFFLINE_AFTER_SECONDS } from './matching-rules.ts'

/** The apps that a node serves in the catalogue's version and has the memory for; none while it's away. */
export function fitApps({ apps, memoryMb, away }: NodeOffer): AppManifest[] {
  return catalogue.filter(
    ({ id, version, state, limits }) =>
      away === null &&
      state !== 'off' &&
      limits.memoryMb <= memoryMb &&
      apps.some((served) => served.id === id && served.version === version),
  )
}

/** SQL: whether the node `n` gets no jobs for now: because of its operator's wishes or settings, a pause, or a moderator's decision. */
export const IS_RESTING =
  '(n.maintenance or n.away is not null or n.suspended_because is not null or coalesce(n.paused_until > now(), false))'

/** SQL: the node, if this is its current session and it may start another job now. */
export const freeNode = (id: string, session: string) => `
    select n.id, n.name, n.account, n.paused_apps, n.levels from nodes n
    where n.id = ${id} and n.session_id = ${session} and n.removed_at is null and not ${IS_RESTING}
      and (select count(*) from leases where node_id = n.id) < n.slots`

/** SQL: what the node `n` may claim of an app; everything on a network that doesn't check nodes. */
export const claimLevel = (app: string) =>
  `case when n.levels is null then 'trusted' else coalesce(n.levels ->> ${app}, 'new') end`

/** SQL: whether the node `n` may claim people's jobs of this visibility. */
export const mayClaim = (app: string, visibility: string) =>
  `(${claimLevel(app)} = 'trusted' or (${claimLevel(app)} = 'known' and ${visibility} = 'public'))`

/** SQL: the jobs that any good enough node may have. Runs of checks are for one node each. */
export const IS_QUEUED = `status = 'queued' and for_node_id is null`

/** SQL: whether the node `n` is online, serves this version of the app, and neither the node nor the app is paused. */
export const isServing = (app: string, version: string) => `(n.removed_at is null and not ${IS_RESTING}
      and n.last_seen_at > now() - interval '${OFFLINE_AFTER_SECONDS} seconds'
      and n.apps @> jsonb_build_array(jsonb_build_object('id', ${app}, 'version', ${version}))
      and not ${isAppPaused(app)})`

/** SQL: whether a node `n` that meets `condition` could run the job, now or once it has a free slot. */
export const servedBy = (job: string, condition: string) => `exists (
    select from nodes n where ${isServing(`${job}.app_id`, `${job}.app_version`)}
      and ${mayClaim(`${job}.app_id`, `${job}.visibility`)} and ${condition}
  )`

/** SQL: whether the app is paused on the node `n`. */
export function isAppPaused(app: string): string {
  return `coalesce((n.paused_apps -> ${app} ->> 'until')::timestamptz > now(), false)`
}
