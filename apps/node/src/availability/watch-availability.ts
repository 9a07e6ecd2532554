import type { AwayReason } from '@infra/protocol/nodes'
import { measureLoad } from './measure-load.ts'
import type { MachineReader } from './read-machine.ts'
import { type AvailabilityLimits, type Away, nextAway, type Readings, whyAway } from './why-away.ts'

const POLL_MS = 1_000

interface AvailabilityOptions {
  limits: AvailabilityLimits
  machine: MachineReader
  /** The children's process ids, because their load isn't their owner's. */
  ourPids: () => number[]
  onChange: (reason: AwayReason | undefined) => void
}

export interface Availability {
  /** Why the node takes no jobs; undefined while it does. */
  reason: () => AwayReason | undefined
  /** Called by the pause key. */
  togglePause: () => void
  stop: () => void
}

/** Reads the machine every second, if any limit needs it. */
export async function watchAvailability(options: AvailabilityOptions): Promise<Availability> {
  const { limits, machine, onChange } = options
  const othersLoad = measureLoad(machine, options.ourPids)
  let away: Away | undefined
  let isPaused = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const reason = () => (isPaused ? 'paused' : away?.reason)
  const change = (apply: () => void) => {
    const before = reason()
    apply()
    if (reason() !== before && !isStopped) onChange(reason())
  }
  const poll = async () => {
    const why = whyAway(limits, await read(limits, machine, othersLoad))
    change(() => {
      away = nextAway(away, why, performance.now())
    })
    if (!isStopped) timer = setTimeout(poll, POLL_MS).unref()
  }

  if (hasLimits(limits)) {
    await poll()
  }
  return {
    reason,
    togglePause: () =>
      change(() => {
        isPaused = !isPaused
      }),
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

export function hasLimits({ onBattery, ...limits }: AvailabilityLimits): boolean {
  return !onBattery || Object.values(limits).some((limit) => limit !== undefined)
}

/** If a value can't be read any more, that counts as a reason to be away, because the owner wants to be left alone. */
async function read(
  limits: AvailabilityLimits,
  machine: MachineReader,
  othersLoad: () => Promise<number | undefined>,
): Promise<Readings> {
  const now = new Date()
  const { idleMinutes, loadMax, onBattery, temperatureMax } = limits
  const valueOr = <T>(reading: Promise<T | undefined>, otherwise: T) =>
    reading.catch(() => undefined).then((value) => value ?? otherwise)
  return {
    minuteOfDay: now.getHours() * 60 + now.getMinutes(),
    ...(idleMinutes !== undefined && { idleMs: await valueOr(machine.idleMs(), 0) }),
    ...(loadMax !== undefined && { othersLoad: await othersLoad().catch(() => undefined) }),
    ...(!onBattery && { isOnBattery: await valueOr(machine.isOnBattery(), true) }),
    ...(temperatureMax !== undefined && { temperature: await valueOr(machine.temperature(), Infinity) }),
  }
}

/** Names the first setting that needs something which this machine doesn't report. */
export async function findUnreported(
  { idleMinutes, onBattery, temperatureMax }: AvailabilityLimits,
  machine: MachineReader,
): Promise<string | undefined> {
  const isUnreported = (reading: Promise<unknown>) =>
    reading.then(
      (value) => value === undefined,
      () => true,
    )
  if (idleMinutes !== undefined && (await isUnreported(machine.idleMs())))
    return 'NODE_IDLE_MINUTES: this machine does not report when it was last used.'
  if (temperatureMax !== undefined && (await isUnreported(machine.temperature())))
    return 'NODE_MAX_TEMPERATURE: this machine does not report its temperature.'
  if (!onBattery && (await isUnreported(machine.isOnBattery())))
    return 'NODE_ON_BATTERY: this machine does not report whether it runs on battery.'
  return undefined
}
