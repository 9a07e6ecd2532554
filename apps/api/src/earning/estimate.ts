import { catalogue } from '@infra/protocol/apps/catalogue'
import type { Estimate, EstimateQuery } from '@infra/protocol/earning/estimates'
import { isComparable } from '@infra/trust/comparators/compare-results'
import { TRUST_RULES } from '@infra/trust/trust-rules'
import type { Deps } from '../deps.ts'
import { fitApps } from '../matching/eligible-nodes.ts'
import { type ClaimLevel, checksNodes } from '../trust/trust-records.ts'
import { APP_JOBS_MIN, estimatedApps, isEnough, rangeOf, replayWeeks } from './estimate-machine.ts'
import { findAdditions, type QueriedMachine, withApps } from './find-additions.ts'
import { findStanding } from './read-week.ts'
import { findOnlineTimes, HOUR_MS, type LevelsAt, minutesWithin, realMs, type Week } from './week.ts'

/** What the machine would earn in a week like the last one, what limits it, and what would change that. */
export async function estimate(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  week: Week,
  query: EstimateQuery,
): Promise<Estimate> {
  const standing = query.node ? await findStanding(db, query.node.toLowerCase()) : undefined
  const isChecked = checksNodes(config)
  const settled = isChecked ? always(levelsWhen('trusted')) : always(null)
  const machine = machineOf(week, query, {
    speed: standing?.mflops || week.speed,
    levels: standing ? always(standing.levels) : settled,
  })
  const fit = fitApps({ ...machine, levels: null, away: null })
  const couldRun = week.jobs.filter(({ appId }) => fit.some(({ id }) => id === appId))
  const common = withoutRareApps(week)
  const replays = await replayWeeks(common, machine)
  const hasEnough = isEnough(common.jobs.filter(({ appId }) => fit.some(({ id }) => id === appId)))
  const isNew = isChecked && !standing
  const firstWeeks =
    hasEnough && isNew ? await replayWeeks(common, { ...machine, levels: levelsOfNewNode(week) }) : null
  return {
    jobs: Math.round((couldRun.length * HOUR_MS) / week.windowMs / week.share),
    credits: hasEnough ? rangeOf(week, replays) : null,
    firstWeek: firstWeeks && rangeOf(week, firstWeeks),
    slots: machine.slots,
    apps: estimatedApps(week, machine, replays),
    additions: await findAdditions(common, machine, replays),
  }
}

/** Leaves out apps with so few orders or customers that a figure might reveal something about a person. */
function withoutRareApps(week: Week): Week {
  const byApp = [...Map.groupBy(week.jobs, ({ appId }) => appId)]
  const common = new Set(byApp.filter(([, jobs]) => isEnough(jobs, APP_JOBS_MIN)).map(([appId]) => appId))
  return { ...week, jobs: week.jobs.filter(({ appId }) => common.has(appId)) }
}

const always =
  (levels: ReturnType<LevelsAt>): LevelsAt =>
  () =>
    levels

function machineOf(
  week: Week,
  { cores, memoryMb, apps, hours, slots, node }: EstimateQuery,
  { speed, levels }: { speed: number; levels: LevelsAt },
): QueriedMachine {
  const minutes = minutesWithin(week, hours)
  const served = catalogue.filter(({ id }) => apps.includes(id)).map(({ id, version }) => ({ id, version }))
  const machine = { id: node?.toLowerCase() ?? null, memoryMb, slots: 1, speed, levels, minutes }
  const onlineTimes = findOnlineTimes(week, machine)
  return withApps({ ...machine, onlineTimes, cores, hours, slotsChosen: slots, apps: [] }, served)
}

/** The levels of a node that has reached this level in the apps whose results can be compared; nobody is trusted with others. */
function levelsWhen(level: ClaimLevel): Partial<Record<string, ClaimLevel>> {
  return Object.fromEntries(
    catalogue.map(({ id, state, operatorModel }) => {
      if (state === 'hidden') return [id, 'trusted']
      if (!isComparable(id)) return [id, 'known']
      return [id, operatorModel && level === 'trusted' ? 'known' : level]
    }),
  )
}

/** As early as the trust rules allow: it passes its entrance and every check at the first try. */
function levelsOfNewNode(week: Week): LevelsAt {
  const onProbation = levelsWhen('probation')
  const known = levelsWhen('known')
  return (at) => (realMs(week, at) < TRUST_RULES.probationMs ? onProbation : known)
}
