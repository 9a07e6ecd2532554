import type { AppManifest } from '@infra/protocol/apps/app'
import type { AwayReason, Hardware } from '@infra/protocol/nodes'

/** A node that has not called for this long counts as offline: three long polls, or nine renewals of a lease. */
export const OFFLINE_AFTER_SECONDS = 90

/** What matching needs to know of a node. */
export interface MatchableNode {
  apps: { id: string; version: number }[]
  hardware: Hardware | null
  /** This and `paused` use the database's clock, which is the same for all processes. */
  online: boolean
  paused: boolean
  /** Apps whose weights it recently couldn't fetch. */
  appsPaused: string[]
  maintenance: boolean
  /** Its own reason for taking no jobs now. */
  away: AwayReason | null
  /** Why moderators exclude it from jobs; null if they don't. */
  suspendedBecause: string | null
  slots: number
  running: number
  /** What it may claim, by app; null if the network doesn't check nodes. */
  levels: Partial<Record<string, string>> | null
}

/** Why a node does not run an app, most important first. */
export type Obstacle =
  | 'offline'
  | 'maintenance'
  | 'away'
  | 'suspended'
  | 'paused'
  | 'not_served'
  | 'old_version'
  | 'app_paused'
  | 'level'
  | 'memory'
  | 'busy'

/** The levels at which a node gets people's jobs; below them it gets canaries and little else. */
const CLAIMS_JOBS = new Set(['known', 'trusted'])

/** The one rule that decides which node may run which app. It returns reasons, so that we can tell people why. */
export function obstaclesOf(
  node: MatchableNode,
  app: Pick<AppManifest, 'id' | 'version' | 'limits'>,
): Obstacle[] {
  const served = node.apps.find(({ id }) => id === app.id)
  const obstacles: Obstacle[] = []
  if (!node.online) obstacles.push('offline')
  if (node.maintenance) obstacles.push('maintenance')
  if (node.away !== null) obstacles.push('away')
  if (node.suspendedBecause !== null) obstacles.push('suspended')
  if (node.paused) obstacles.push('paused')
  if (!served) obstacles.push('not_served')
  else if (served.version !== app.version) obstacles.push('old_version')
  else if (node.appsPaused.includes(app.id)) obstacles.push('app_paused')
  if (served && node.levels && !CLAIMS_JOBS.has(node.levels[app.id] ?? 'new')) obstacles.push('level')
  if ((node.hardware?.memoryMb ?? 0) < app.limits.memoryMb) obstacles.push('memory')
  if (node.running >= node.slots) obstacles.push('busy')
  return obstacles
}

/** Whether it can run the app now, or once it has a free slot. */
export function canRun(node: MatchableNode, app: Pick<AppManifest, 'id' | 'version' | 'limits'>): boolean {
  return obstaclesOf(node, app).every((obstacle) => obstacle === 'busy')
}
