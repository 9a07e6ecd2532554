import type { AwayReason } from '@infra/protocol/nodes'
import { type HoursSpan, isWithin } from './hours.ts'

/** When the operator lets the machine run jobs. What is missing is no limit. */
export interface AvailabilityLimits {
  hours?: readonly HoursSpan[]
  /** Without a key or the mouse. */
  idleMinutes?: number
  /** Of the whole machine, what other programs may use, in percent. */
  loadMax?: number
  onBattery: boolean
  /** In degrees Celsius. */
  temperatureMax?: number
}

/** What the machine tells. Missing where no limit asks for it. */
export interface Readings {
  /** By the clock on the wall. */
  minuteOfDay: number
  idleMs?: number
  /** The least of the last few seconds, so that a program's start drives no job away. */
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

/** How long the machine must have been free again: the network takes it for a node that picks its jobs otherwise. */
const CALM_MS = 5 * MINUTE_MS

/** These end by themselves for long, or hold a wait already. */
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
  /** When the reason last held. */
  lastAt: number
}

/** Whether the node is away, a moment after it was `away` or not. */
export function nextAway(away: Away | undefined, why: AwayReason | undefined, now: number): Away | undefined {
  if (why) return { reason: why, lastAt: now }
  return away && now - away.lastAt < calmMs[away.reason] ? away : undefined
}
