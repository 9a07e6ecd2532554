import type { AppManifest } from '@infra/protocol/apps/app'
import type { AwayReason, NodeState } from '@infra/protocol/nodes'
import { type MatchableNode, obstaclesOf } from '../matching/matching-rules.ts'

const MINUTE = 60_000

export const NODE_TOKEN_MS = 15 * MINUTE
export const NODE_CHALLENGE_MS = 2 * MINUTE
export const LINK_CODE_MS = 15 * MINUTE
export const LINK_TOKEN_MS = 24 * 60 * MINUTE

/** The sentences that everyone sees. */
export const awaySentences: Record<AwayReason, string> = {
  hours: 'Outside its hours.',
  in_use: 'Its owner is using it.',
  load: 'Its owner’s programs need it.',
  battery: 'It runs on battery.',
  temperature: 'It is too warm.',
  paused: 'Paused by its owner.',
  updating: 'Its agent is being updated.',
}

const sentencesToOwner: Record<AwayReason, string> = {
  ...awaySentences,
  in_use: 'You are using it.',
  load: 'Your programs need it.',
}

export function stateOf(node: MatchableNode): NodeState {
  if (!node.online) return 'offline'
  const isResting = node.maintenance || node.away !== null || node.suspendedBecause !== null || node.paused
  if (isResting) return 'maintenance'
  return node.running >= node.slots ? 'busy' : 'online'
}

/** Tells an operator why their node gets no jobs; null if it can get some. */
export function whyNoJobs(
  node: MatchableNode & { pausedUntil: Date | null; pausedReason: string | null },
  apps: readonly AppManifest[],
): string | null {
  if (node.suspendedBecause !== null) return `Suspended: ${node.suspendedBecause} You can appeal on Nodes.`
  if (!node.online) return 'The agent is not connected. Start it, or look at its log.'
  if (node.maintenance) return 'You set it to maintenance.'
  if (node.away === 'paused') return 'You paused it at its terminal. Press p there to go on.'
  if (node.away !== null) return `${sentencesToOwner[node.away]} It takes jobs again by itself.`
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
  if (obstacles.some((list) => list.includes('level')))
    return 'It is new here: it is given jobs whose answers are known, and gets people’s jobs once it has proved itself. “Checks by app” on its page says what is missing.'
  if (obstacles.some((list) => list.includes('app_paused')))
    return 'It could not fetch the weights of the apps it serves. It gets them again later; its log says what is wrong.'
  return 'It serves no app of the catalogue.'
}

function momentWords(moment: Date): string {
  return `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** The success rate with its Wilson score interval, which is wide after few attempts and narrow after many. */
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
