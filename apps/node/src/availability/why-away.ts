import type { AwayReason } from '@infra/protocol/nodes'
import { type HoursSpan, isWithin } from './hours.ts'

/** When the operator lets the machine run jobs. A missing value is no limit. */
export interface AvailabilityLimits {
  hours?: readonly HoursSpan[]
  /** Minutes without keyboard or mouse input. */
  idleMinutes?: number
  /** How much of the machine other programs may use, in percent. */
  loadMax?: number
  onBattery: boolean
  /** In degrees Celsius. */
  temperatureMax?: number
}

/** What the machine reports. Values are missing if no limit needs them. */
export interface Readings {
  /** In local time. */
  minuteOfDay: number
  idleMs?: number
  /** The lowest of the last few seconds, so that a starting program doesn't drive jobs away. */
  othersLoad?: number
  isOnBattery?: boolean
  temperature?: number
}

const MINUTE_MS = 60_000

export function whyAway(limits: AvailabilityLimits, readings: Readings): AwayReason | undefined {
  const { hours, idleMinutes, loadMax, onBattery, temperatureMax } = limits
  const { minuteOfDay, idleMs, othersLoad, isOnBattery, temperature } = readings
  if (hours && !isWithin(hours, minuteOfDay)) return 'hours'
  if (idleMinutes !== undefined && idleMs !== undefined && idleMs < idleMinutes * MINUTE_MS) return 'in_use'
  if (loadMax !== undefined && othersLoad !== undefined && othersLoad > loadMax) return 'load'
  if (!onBattery && isOnBattery) return 'battery'
  if (temperatureMax !== undefined && temperature !== undefined && temperature > temperatureMax)
    return 'temperature'
  return undefined
}

/** How long the machine must have been free again. Otherwise the network would think that the node picks its jobs. */
const CALM_MS = 5 * MINUTE_MS

/** These last long by themselves, or already include a wait. */
const calmMs: Record<AwayReason, number> = {
  hours: 0,
  in_use: 0,
  paused: 0,
  updating: 0,
  load: CALM_MS,
  battery: CALM_MS,
  temperature: CALM_MS,
}

export interface Away {
  reason: AwayReason
  /** When the reason last applied. */
  lastAt: number
}

/** Whether the node is away now, given whether it was `away` a moment ago. */
export function nextAway(away: Away | undefined, why: AwayReason | undefined, now: number): Away | undefined {
  if (why) return { reason: why, lastAt: now }
  return away && now - away.lastAt < calmMs[away.reason] ? away : undefined
}
