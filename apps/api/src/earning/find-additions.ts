import type { AppManifest } from '@infra/protocol/apps/app'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { slotsFor } from '@infra/protocol/apps/slots-for'
import type { Addition } from '@infra/protocol/earning/estimates'
import { replayWeeks, roundTo, weekly } from './estimate-machine.ts'
import type { Replay } from './replay-week.ts'
import { findOnlineTimes, minutesWithin, type Week, type WeekNode } from './week.ts'

/** How many are tried, starting with those that are ordered most, and how many of them are reported. */
const TRIED_MAX = 5
const ADDITIONS_MAX = 3

/** Drawn weeks for each: the difference within the same week varies less than the week does. */
const RUNS = 12

/** A gain below this share of what the machine earns anyway isn't worth mentioning. */
const GAIN_MIN = 0.05

export interface QueriedMachine extends WeekNode {
  cores: number
  hours: { from: number; to: number } | undefined
  /** Set if the operator chose it. */
  slotsChosen: number | undefined
}

interface Candidate extends Omit<Addition, 'credits'> {
  machine: WeekNode
  /** How many jobs were ordered that it would add. */
  wanted: number
}

/** Finds what would make the machine earn more by replaying each option. */
export async function findAdditions(
  week: Week,
  machine: QueriedMachine,
  replays: readonly Replay[],
): Promise<Addition[]> {
  const base = replays.slice(0, RUNS)
  const earnedNow = middleOf(base.map(({ credits }) => weekly(week, credits)))
  const candidates = [...newApps(week, machine), ...moreMemory(week, machine), ...moreHours(week, machine)]
    .toSorted((a, b) => b.wanted - a.wanted)
    .slice(0, TRIED_MAX)
  const additions: Addition[] = []
  for (const { machine: changed, wanted: _, ...addition } of candidates) {
    const other = await replayWeeks(week, changed, RUNS)
    const gain = middleOf(other.map(({ credits }, run) => weekly(week, credits - base[run]!.credits)))
    if (gain >= 1 && gain > earnedNow * GAIN_MIN) additions.push({ ...addition, credits: roundTo(gain) })
  }
  return additions.toSorted((a, b) => b.credits - a.credits).slice(0, ADDITIONS_MAX)
}

const middleOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const wantedOf = ({ jobs }: Week, apps: readonly AppManifest[]) =>
  jobs.filter(({ appId }) => apps.some(({ id }) => id === appId)).reduce((sum, { charge }) => sum + charge, 0)

function wantedApps({ jobs }: Week): AppManifest[] {
  const ordered = new Set(jobs.map(({ appId }) => appId))
  return catalogue.filter(({ id, state }) => state === 'published' && ordered.has(id))
}

/** With these apps, and as many slots as the agent would then use. */
export function withApps(
  machine: QueriedMachine,
  apps: WeekNode['apps'],
  memoryMb = machine.memoryMb,
): QueriedMachine {
  const served = catalogue.filter(
    ({ id, limits }) => apps.some((app) => app.id === id) && limits.memoryMb <= memoryMb,
  )
  const slots = machine.slotsChosen ?? slotsFor({ cores: machine.cores, memoryMb }, served)
  return { ...machine, apps, memoryMb, slots }
}

const asServed = ({ id, version }: AppManifest) => ({ id, version })

const serves = ({ apps }: WeekNode, { id }: AppManifest) => apps.some((app) => app.id === id)

function newApps(week: Week, machine: QueriedMachine): Candidate[] {
  return wantedApps(week)
    .filter((app) => !serves(machine, app) && app.limits.memoryMb <= machine.memoryMb)
    .map((app) => ({
      kind: app.operatorModel ? 'adapter' : 'app',
      appId: app.id,
      machine: withApps(machine, [...machine.apps, asServed(app)]),
      wanted: wantedOf(week, [app]),
    }))
}

/** The next power of two at which another app of the catalogue fits. */
function moreMemory(week: Week, machine: QueriedMachine): Candidate[] {
  const tooLarge = wantedApps(week).filter(
    ({ limits, operatorModel }) => limits.memoryMb > machine.memoryMb && !operatorModel,
  )
  if (tooLarge.length === 0) return []
  const needed = Math.min(...tooLarge.map(({ limits }) => limits.memoryMb))
  const memoryMb = 2 ** Math.ceil(Math.log2(needed))
  const fitting = tooLarge.filter(({ limits }) => limits.memoryMb <= memoryMb)
  const added = fitting.filter((app) => !serves(machine, app)).map(asServed)
  return [
    {
      kind: 'memory',
      memoryMb,
      machine: withApps(machine, [...machine.apps, ...added], memoryMb),
      wanted: wantedOf(week, fitting),
    },
  ]
}

function moreHours(week: Week, machine: QueriedMachine): Candidate[] {
  const { hours } = machine
  if (!hours || hours.from === hours.to) return []
  const minutes = minutesWithin(week, undefined)
  const served = catalogue.filter((app) => serves(machine, app))
  return [
    {
      kind: 'hours',
      machine: { ...machine, minutes, onlineTimes: findOnlineTimes(week, { minutes }) },
      wanted: wantedOf(week, served),
    },
  ]
}
