import type { AppId } from '@infra/protocol/apps/app'
import { ESTIMATE_DAYS } from '@infra/protocol/earning/estimates'
import type { ClaimLevel } from '../trust/trust-records.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const HOURS = ESTIMATE_DAYS * 24

/**
 * The jobs of the last seven days, or of a part of each hour, and the nodes that were there. Times are in milliseconds since its beginning:
 * the parts of the hours follow each other without gaps, so that what waits or runs at the end of one continues in the next.
 */
export interface Week {
  /** How much of each hour was read. */
  windowMs: number
  /** Where in each hour that part begins. */
  offsetsMs: readonly number[]
  /** The minute of the day, in UTC, at which it begins. */
  firstMinute: number
  jobs: readonly WeekJob[]
  nodes: readonly WeekNode[]
  /** On a large network, only some of the nodes and the same share of the people, so that each node still gets as much. */
  share: number
  /** The speed of an average node, used if nothing better is known. */
  speed: number
}

export interface WeekJob {
  at: number
  appId: AppId
  isPrivate: boolean
  /** A number for each account, with no other meaning. */
  person: number
  /** What a node is paid for: the price, the charged part if it was cancelled, or nothing if it failed. */
  charge: number
  /** The part of the price that was paid with granted credits. */
  granted: number
  price: number
  /** Milliseconds on a node of speed 1; null if no node ran it. */
  work: number | null
  /** Null if no node started it. */
  waitedMs: number | null
  /** Whether it ended without being started. */
  isUnserved: boolean
  /** How long it waits for a node until its owner or the network gives up. */
  staysMs: number
}

/** A node, or the machine in question. */
export interface WeekNode {
  id: string | null
  apps: { id: string; version: number }[]
  memoryMb: number
  slots: number
  /** Its benchmark. */
  speed: number
  /** By app, from a given time on; null if the network doesn't check nodes. */
  levels: LevelsAt
  /** Whether it was online, per minute of the week. */
  minutes: Uint8Array
  /** When it came online, at the beginning of the week or later. */
  onlineTimes: readonly number[]
}

export type LevelsAt = (at: number) => Partial<Record<string, ClaimLevel>> | null

const windowOf = ({ windowMs }: Pick<Week, 'windowMs'>, at: number) =>
  Math.min(HOURS - 1, Math.floor(at / windowMs))

/** Days since the beginning of the week. */
export const dayOf = (week: Week, at: number) => Math.floor(windowOf(week, at) / 24)

/** How long after the beginning of the week a moment was in real time. */
export function realMs(week: Pick<Week, 'windowMs' | 'offsetsMs'>, at: number): number {
  const window = windowOf(week, at)
  const within = Math.min(week.windowMs - 1, at - window * week.windowMs)
  return window * HOUR_MS + week.offsetsMs[window]! + within
}

/** The minute of the week, by which nodes are online or not. */
export const minuteOf = (week: Pick<Week, 'windowMs' | 'offsetsMs'>, at: number) =>
  Math.floor(realMs(week, at) / MINUTE_MS)

export function isOnline(
  week: Pick<Week, 'windowMs' | 'offsetsMs'>,
  { minutes }: Pick<WeekNode, 'minutes'>,
  at: number,
): boolean {
  return minutes[minuteOf(week, at)] === 1
}

export function findOnlineTimes(
  week: Pick<Week, 'windowMs' | 'offsetsMs'>,
  node: Pick<WeekNode, 'minutes'>,
): number[] {
  const onlineTimes: number[] = []
  let was = false
  for (let window = 0; window < HOURS; window++) {
    const begin = window * week.windowMs
    for (let at = begin; at < begin + week.windowMs; at += MINUTE_MS) {
      const is = isOnline(week, node, at)
      if (is && !was) onlineTimes.push(at)
      was = is
    }
  }
  return onlineTimes
}

/** The minutes of a week in which a machine takes jobs. */
export function minutesWithin(
  { firstMinute }: Pick<Week, 'firstMinute'>,
  hours: { from: number; to: number } | undefined,
): Uint8Array {
  return Uint8Array.from({ length: HOURS * 60 }, (_, minute) => {
    const hour = Math.floor((firstMinute + minute) / 60) % 24
    return isWithin(hours, hour) ? 1 : 0
  })
}

function isWithin(hours: { from: number; to: number } | undefined, hour: number): boolean {
  if (!hours || hours.from === hours.to) return true
  const { from, to } = hours
  return from < to ? hour >= from && hour < to : hour >= from || hour < to
}
