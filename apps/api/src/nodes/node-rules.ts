import type { AppManifest } from '@infra/protocol/apps/app'
import type { Hardware, NodeState } from '@infra/protocol/nodes'

const MINUTE = 60_000

/** A node that said nothing for so long is away: three long polls, or nine beats. */
export const OFFLINE_AFTER_SECONDS = 90

/** So many failures in its last tries, and a node is paused. */
export const FAILURES_MAX = 5
export const TRIES_REMEMBERED = 20

/** So many jobs dropped within an hour, and it is paused. */
export const DROPPED_PER_HOUR_MAX = 20

/** A node may give jobs back so often within an hour; all that it gives back when it stops counts as once. */
export const RELEASES_PER_HOUR_FREE = 3

/** An agent that stops gives its jobs back one by one: those within so many seconds belong together. */
export const RELEASES_TOGETHER_SECONDS = 10

/** How long the first pause is. Each further one is twice as long, and each day without one takes a doubling back. */
export const FAILURE_PAUSE_MINUTES = 10
export const RELEASE_PAUSE_MINUTES = 2
export const APP_PAUSE_MINUTES = 15
export const PAUSE_HOURS_MAX = 6

export const NODE_TOKEN_MS = 15 * MINUTE
export const NODE_CHALLENGE_MS = 2 * MINUTE
export const LINK_CODE_MS = 15 * MINUTE
export const LINK_TOKEN_MS = 24 * 60 * MINUTE

/** What matching needs to know of a node. */
export interface MatchableNode {
  apps: { id: string; version: number }[]
  hardware: Hardware | null
  /** Was heard of lately, and rests after failures: by the database's clock, which is the same for all. */
  online: boolean
  paused: boolean
  /** Apps that it could not fetch the weights of lately. */
  appsPaused: string[]
  maintenance: boolean
  slots: number
  running: number
}

/** Why a node does not run an app, from what its operator can change last to what matters first. */
export type Obstacle =
  | 'offline'
  | 'maintenance'
  | 'paused'
  | 'not_served'
  | 'old_version'
  | 'app_paused'
  | 'memory'
  | 'busy'

/** The one rule of who may run what. It gives its reasons, so that it can explain itself to people. */
export function obstaclesOf(
  node: MatchableNode,
  app: Pick<AppManifest, 'id' | 'version' | 'limits'>,
): Obstacle[] {
  const served = node.apps.find(({ id }) => id === app.id)
  const obstacles: Obstacle[] = []
  if (!node.online) obstacles.push('offline')
  if (node.maintenance) obstacles.push('maintenance')
  if (node.paused) obstacles.push('paused')
  if (!served) obstacles.push('not_served')
  else if (served.version !== app.version) obstacles.push('old_version')
  else if (node.appsPaused.includes(app.id)) obstacles.push('app_paused')
  if ((node.hardware?.memoryMb ?? 0) < app.limits.memoryMb) obstacles.push('memory')
  if (node.running >= node.slots) obstacles.push('busy')
  return obstacles
}

/** Could run it, perhaps after what it is doing now. */
export function canRun(node: MatchableNode, app: Pick<AppManifest, 'id' | 'version' | 'limits'>): boolean {
  return obstaclesOf(node, app).every((obstacle) => obstacle === 'busy')
}

export function stateOf(node: MatchableNode): NodeState {
  if (!node.online) return 'offline'
  if (node.maintenance || node.paused) return 'maintenance'
  return node.running >= node.slots ? 'busy' : 'online'
}

/** What an operator is told whose node gets no jobs; nothing where all is well. */
export function whyNoJobs(
  node: MatchableNode & { pausedUntil: Date | null; pausedReason: string | null },
  apps: readonly AppManifest[],
): string | null {
  if (!node.online) return 'The agent is not connected. Start it, or look at its log.'
  if (node.maintenance) return 'You set it to maintenance.'
  if (node.paused)
    return `Paused until ${momentWords(node.pausedUntil!)}. ${node.pausedReason} Only time ends the pause.`
  const published = apps.filter(({ state }) => state !== 'off')
  const obstacles = published.map((app) => obstaclesOf(node, app))
  if (obstacles.some((list) => list.length === 0)) return null
  if (obstacles.some((list) => list.every((obstacle) => obstacle === 'busy'))) return 'It is busy.'
  if (obstacles.some((list) => list.includes('old_version')))
    return 'Its agent is older than the catalogue. Update it.'
  if (obstacles.some((list) => list.includes('memory') && !list.includes('not_served')))
    return 'It has less memory than the apps it serves need.'
  if (obstacles.some((list) => list.includes('app_paused')))
    return 'It could not fetch the weights of the apps it serves. It gets them again later; its log says what is wrong.'
  return 'It serves no app of the catalogue.'
}

function momentWords(moment: Date): string {
  return `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Wilson's interval: what the true rate may be, given so few or so many tries. */
export function successOf(
  finished: number,
  failed: number,
): { rate: number; low: number; high: number } | null {
  const tries = finished + failed
  if (tries === 0) return null
  const z = 1.96
  const rate = finished / tries
  const centre = rate + z ** 2 / (2 * tries)
  const spread = z * Math.sqrt((rate * (1 - rate)) / tries + z ** 2 / (4 * tries ** 2))
  const scale = 1 + z ** 2 / tries
  return { rate, low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) }
}
