import { type AlertKind, alertKinds, STEADY_HOURS } from '@infra/protocol/alerts/node-alerts'
import type { Disk } from '@infra/protocol/nodes'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** After this long without a node, its operator gets an alert. Sweeps come ten seconds apart, so the alert is sent within three minutes. */
export const OFFLINE_SECONDS = 165
const OFFLINE_MS = OFFLINE_SECONDS * 1_000

/** A node that has been away for as long is not expected back. */
export const GIVEN_UP_DAYS = 30

/** A node that lacked disk space has enough again once it has so much more than it needs, so that each job's files don't end the alert. */
export const DISK_TO_SPARE = 1.25

const STEADY_MS = STEADY_HOURS * HOUR

/** What is known of a node. */
export interface WatchedNode {
  /** Null where it signed out, which it does when it is stopped on purpose. */
  lastSeenAt: Date | null
  isOnline: boolean
  maintenance: boolean
  suspendedBecause: string | null
  /** While the network pauses it. */
  pausedBecause: string | null
  /** Apps that it cannot serve, because it could not fetch their weights. */
  pausedApps: string[]
  /** As its agent last said; null where it has not. */
  disk: Disk | null
  /** While it takes jobs: since when it has had none for an unusual time, and why. Null while it takes none. */
  idle: { since: string; because: string } | { since: null; because: null } | null
}

/**
 * `wrong` opens an alert, `fine` ends it. `moot` ends it without a message, because nothing was fixed. `unclear` leaves it unchanged.
 */
export type Condition =
  | { state: 'wrong'; since: Date; reason: string | null }
  | { state: 'fine' | 'moot' | 'unclear' }

interface Moment {
  now: Date
  /** Since when nodes are looked at without a gap. While nobody looked, none could say that it was there. */
  watchingSince: Date
}

const conditions: Record<AlertKind, (node: WatchedNode, moment: Moment) => Condition> = {
  offline: isOffline,
  failing: isFailing,
  suspended: ({ suspendedBecause }, { now }) =>
    suspendedBecause === null ? { state: 'fine' } : { state: 'wrong', since: now, reason: suspendedBecause },
  disk: lacksDisk,
  idle: isIdle,
}

function isOffline(node: WatchedNode, { now, watchingSince }: Moment): Condition {
  if (node.isOnline) return { state: 'fine' }
  const { lastSeenAt: since } = node
  if (since === null || node.maintenance || node.suspendedBecause !== null) return { state: 'moot' }
  const awayMs = now.getTime() - since.getTime()
  if (awayMs > GIVEN_UP_DAYS * DAY) return { state: 'moot' }
  const noticedMs = Math.min(awayMs, now.getTime() - watchingSince.getTime())
  return noticedMs < OFFLINE_MS ? { state: 'unclear' } : { state: 'wrong', since, reason: null }
}

function isFailing(node: WatchedNode, { now }: Moment): Condition {
  const { pausedBecause, pausedApps, isOnline } = node
  if (pausedBecause !== null) return { state: 'wrong', since: now, reason: pausedBecause }
  if (pausedApps.length > 0) {
    const reason = `It couldn’t fetch the weights of ${pausedApps.join(', ')}.`
    return { state: 'wrong', since: now, reason }
  }
  return { state: isOnline ? 'fine' : 'moot' }
}

function lacksDisk(node: WatchedNode, { now }: Moment): Condition {
  const { disk, isOnline, lastSeenAt, maintenance } = node
  if (!disk || maintenance || lastSeenAt === null) return { state: 'moot' }
  // What it said before it went away may no longer be so.
  if (!isOnline)
    return { state: now.getTime() - lastSeenAt.getTime() > GIVEN_UP_DAYS * DAY ? 'moot' : 'unclear' }
  const { freeMb, neededMb } = disk
  if (freeMb < neededMb) {
    const reason = `It has ${freeMb.toLocaleString('en')} MB of free disk space and needs ${neededMb.toLocaleString('en')} MB.`
    return { state: 'wrong', since: now, reason }
  }
  return { state: freeMb < neededMb * DISK_TO_SPARE ? 'unclear' : 'fine' }
}

function isIdle({ idle, maintenance, isOnline }: WatchedNode): Condition {
  if (!idle || maintenance) return { state: 'moot' }
  if (!isOnline) return { state: 'unclear' }
  if (idle.because === null) return { state: 'fine' }
  return { state: 'wrong', since: new Date(idle.since), reason: idle.because }
}

/** Of one node: those that are open, and those that ended within the last `STEADY_HOURS`. */
export interface KnownAlert {
  id: string
  kind: AlertKind
  isUnsteady: boolean
  calmSince: Date | null
  overAt: Date | null
}

export type AlertChange =
  | { change: 'open'; kind: AlertKind; since: Date; reason: string | null; isUnsteady: boolean }
  | { change: 'end'; id: string; isDropped: boolean }
  | { change: 'calm' | 'worse'; id: string }

/** The messages to send about a node now: at most four, even if it goes offline and online a thousand times. */
export function alertsFor(node: WatchedNode, known: KnownAlert[], moment: Moment): AlertChange[] {
  return alertKinds.flatMap((kind) => {
    const condition = conditions[kind](node, moment)
    const ofKind = known.filter((alert) => alert.kind === kind)
    const open = ofKind.find(({ overAt }) => overAt === null)
    if (!open) return opened(kind, condition, ofKind.length > 0)
    return changed(open, condition.state, moment.now)
  })
}

function opened(kind: AlertKind, condition: Condition, isUnsteady: boolean): AlertChange[] {
  if (condition.state !== 'wrong') return []
  const { since, reason } = condition
  return [{ change: 'open', kind, since, reason, isUnsteady }]
}

function changed(open: KnownAlert, state: Condition['state'], now: Date): AlertChange[] {
  const { id, isUnsteady, calmSince } = open
  if (state === 'unclear') return []
  if (state === 'wrong') return calmSince ? [{ change: 'worse', id }] : []
  if (isUnsteady && !calmSince) return [{ change: 'calm', id }]
  if (calmSince && now.getTime() - calmSince.getTime() < STEADY_MS) return []
  return [{ change: 'end', id, isDropped: state === 'moot' }]
}
