import type { AppId } from '@infra/protocol/apps/app'
import { ESTIMATE_DAYS } from '@infra/protocol/earning/estimates'
import type { ClaimLevel } from '../trust/trust-records.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const HOURS = ESTIMATE_DAYS * 24

/**
 * The jobs of the last seven days, or of a part of each hour of them, and the nodes that were there. Moments are in milliseconds from its
 * beginning: the parts of the hours follow each other without a gap, so that what waits or runs at the end of one goes on in the next.
 */
export interface Week {
  /** Of each hour, how much was read. */
  windowMs: number
  /** Where in each hour that part begins. */
  offsetsMs: readonly number[]
  /** The minute of the day, in UTC, with which it begins. */
  firstMinute: number
  jobs: readonly WeekJob[]
  nodes: readonly WeekNode[]
  /** On a large network some of the nodes, and the same share of the people: what each node gets stays the same. */
  share: number
  /** Of a middling node, for what is not known better. */
  speed: number
}

export interface WeekJob {
  at: number
  appId: AppId
  isPrivate: boolean
  /** A number of its own for each account, which means nothing else. */
  person: number
  /** What a node is paid for: the price, or the part that was charged when it was cancelled, or nothing where it failed. */
  charge: number
  /** Of the price, what was paid with granted credits. */
  granted: number
  price: number
  /** Milliseconds on a node of speed 1; null where no node ran it. */
  work: number | null
  /** Null where no node began it. */
  waitedMs: number | null
  /** Whether it ended without that. */
  isUnserved: boolean
  /** How long it waits for a node before its owner gives up, or the network does. */
  staysMs: number
}

/** A node, or the machine that is asked about. */
export interface WeekNode {
  id: string | null
  apps: { id: string; version: number }[]
  memoryMb: number
  slots: number
  /** Its benchmark. */
  speed: number
  /** By app, from a moment on; null where the network checks no nodes. */
  levels: LevelsAt
  /** Whether it was online, by minute of the week. */
  minutes: Uint8Array
  /** When it came online, at the beginning of the week or later. */
  comings: readonly number[]
}

export type LevelsAt = (at: number) => Partial<Record<string, ClaimLevel>> | null

const windowOf = ({ windowMs }: Pick<Week, 'windowMs'>, at: number) =>
  Math.min(HOURS - 1, Math.floor(at / windowMs))

/** Days since the beginning of the week. */
export const dayOf = (week: Week, at: number) => Math.floor(windowOf(week, at) / 24)

/** How long after the beginning of the week a moment was on people's clocks. */
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

export function comingsOf(
  week: Pick<Week, 'windowMs' | 'offsetsMs'>,
  node: Pick<WeekNode, 'minutes'>,
): number[] {
  const comings: number[] = []
  let was = false
  for (let window = 0; window < HOURS; window++) {
    const begin = window * week.windowMs
    for (let at = begin; at < begin + week.windowMs; at += MINUTE_MS) {
      const is = isOnline(week, node, at)
      if (is && !was) comings.push(at)
      was = is
    }
  }
  return comings
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
