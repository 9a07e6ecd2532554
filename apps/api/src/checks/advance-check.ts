import { randomInt } from 'node:crypto'
import { findApp } from '@infra/protocol/apps/catalogue'
import { chooseChecker, chooseReferee } from '@infra/trust/checks/choose-checker'
import { decideCanary, decideCheck, type Run } from '@infra/trust/checks/decide-check'
import type { Compared } from '@infra/trust/comparators/compared'
import { claimRights } from '@infra/trust/levels/claim-rights'
import { TRUST_RULES } from '@infra/trust/trust-rules'
import { eq } from 'drizzle-orm'
import { transaction } from '../db/transaction.ts'
import { trustRecords } from '../db/trust-tables.ts'
import { cancelOpen } from '../jobs/cancel-job.ts'
import { CERTAIN_PPM } from '../trust/draw-result.ts'
import { isReferenceOperator } from '../trust/trust-records.ts'
import type { CheckDeps } from './check-deps.ts'
import {
  type CandidateRow,
  type CheckRow,
  findCheck,
  isKeptPrivate,
  listCandidates,
  listRan,
  lockOpenCheck,
  type RanJob,
  setNextRun,
  updateCheck,
} from './check-queries.ts'
import { compareRuns, platformOf } from './compare-runs.ts'
import {
  type ComparedResult,
  concludeCanary,
  concludeCheck,
  dropCheck,
  markChecking,
  showUnchecked,
  showUnderCheck,
} from './conclude-check.ts'
import { insertRun } from './insert-run.ts'
import { findAnswer } from './make-canary.ts'

/** How soon to look again: while a run is in progress, and if no machine can be found, then less and less often. */
const RUNNING_SECONDS = 1
const NOBODY_SECONDS = 10

/** A drawn result that nobody could run again for this long is dropped: if there's nobody else, there are many of them. */
const DRAWN_MS_MAX = TRUST_RULES.checkHiddenMs

/** The same for one that somebody waits for. */
const WANTED_MS_MAX = 24 * 60 * 60 * 1000

const PINNED_MS = TRUST_RULES.checkPinnedMs

/** Does the next step of a check: find a machine, wait for it, or compare and decide. */
export async function advanceCheck(deps: CheckDeps, checkId: string): Promise<void> {
  const check = await findCheck(deps.db, checkId)
  if (check?.state !== 'open') return
  if (isCanary(check) && !check.jobId) return findAnswer(deps, check)
  const [result] = check.jobId ? await listRan(deps.db, [check.jobId]) : []
  const isCurrent = result && findApp(result.appId)?.version === result.appVersion
  if (!result || !isCurrent || result.status !== 'finished') return dropCheck(deps, checkId)

  const runs = await endStaleRuns(deps, check)
  if (runs.some(({ status }) => status === 'queued' || status === 'running')) {
    await showIfSlow(deps, check, result)
    return void (await setNextRun(deps.db, [checkId, RUNNING_SECONDS]))
  }
  if (isCanary(check)) return advanceCanary(deps, check, result, runs[0])
  return advanceResult(deps, check, [result, ...runs])
}

export function isCanary({ kind }: Pick<CheckRow, 'kind'>): boolean {
  return kind === 'canary' || kind === 'entrance'
}

/** Drops runs that failed, were cancelled or didn't start in time; another machine is drawn for those. */
async function endStaleRuns(deps: CheckDeps, check: CheckRow): Promise<RanJob[]> {
  const runs = await listRan(deps.db, check.runs)
  const ago = Date.now() - PINNED_MS
  const late = runs.filter(({ status, createdAt }) => status === 'queued' && createdAt.getTime() < ago)
  const kept = runs.filter(
    (run) => !late.includes(run) && run.status !== 'error' && run.status !== 'cancelled',
  )
  if (kept.length === check.runs.length) return kept
  return transaction(deps.db, async (tx) => {
    const cancelled = await cancelOpen(
      tx,
      late.map(({ id }) => id),
    )
    // One of them may have been claimed at this moment.
    const gone = new Set(cancelled.map(({ id }) => id))
    const left = runs.filter((run) => kept.includes(run) || (late.includes(run) && !gone.has(run.id)))
    await updateCheck(tx, check.id, { runs: left.map(({ id }) => id) })
    return left
  })
}

async function advanceCanary(
  deps: CheckDeps,
  check: CheckRow,
  answer: RanJob,
  run: RanJob | undefined,
): Promise<void> {
  if (!run) return orderRun(deps, check, answer, check.nodeId)
  const { comparison, distance } = await compareRuns(deps, answer, run)
  await concludeCanary(deps, check.id, {
    ...decideCanary(comparison),
    who: comparedResult(deps, run),
    distance,
  })
}

async function advanceResult(deps: CheckDeps, check: CheckRow, jobs: [RanJob, ...RanJob[]]): Promise<void> {
  const [result, second] = jobs
  const candidates = await candidatesFor(deps, result)
  if (!second) {
    const checked = {
      operator: result.operator!,
      prefix: result.networkPrefix ?? result.nodeId!,
      isPrivate: isKeptPrivate(result),
      ageMs: Date.now() - result.finishedAt!.getTime(),
    }
    return orderOrWait(deps, check, result, chooseChecker(candidates, checked, [draw(), draw(), draw()]))
  }
  const compared = await compareAll(deps, jobs)
  const decision = decideCheck({
    runs: (await Promise.all(jobs.map((job) => runOf(deps, job)))) as [Run, Run, ...Run[]],
    compare: (one, other) => compared(one, other).comparison,
    hasReference: candidates.some(({ isReference }) => isReference),
    isExhausted: isGivenUp(deps, check),
  })
  if (decision.state === 'needs_referees') {
    const earlier = jobs.map((job) => ({
      node: job.nodeId!,
      operator: job.operator!,
      prefix: job.networkPrefix ?? job.nodeId!,
    }))
    const referee = chooseReferee(candidates, isKeptPrivate(result), earlier, [draw(), draw()])
    return orderOrWait(deps, check, result, referee)
  }
  await concludeCheck(deps, check.id, {
    decision,
    first: comparedResult(deps, result),
    second: comparedResult(deps, second),
    right: decision.struck === 'first' ? second : null,
    distance: compared(0, 1).distance,
  })
}

/** Compares the first two with each other, and each referee with both. */
async function compareAll(
  deps: CheckDeps,
  jobs: readonly RanJob[],
): Promise<(one: number, other: number) => Compared> {
  const known = new Map<string, Compared>()
  for (let other = 1; other < jobs.length; other++) {
    for (const one of other === 1 ? [0] : [0, 1]) {
      known.set(`${one} ${other}`, await compareRuns(deps, jobs[one]!, jobs[other]!))
    }
  }
  return (one, other) => known.get(`${one} ${other}`)!
}

async function runOf(deps: CheckDeps, job: RanJob): Promise<Run> {
  const records = await deps.db.select().from(trustRecords).where(eq(trustRecords.nodeId, job.nodeId!))
  const record = records.find(({ appId }) => appId === job.appId)?.record
  return {
    isReference: isReferenceOperator(deps, job.operator),
    vouches: record ? claimRights(record).vouches : false,
    platform: platformOf(job),
  }
}

export function comparedResult(deps: Pick<CheckDeps, 'config'>, job: RanJob): ComparedResult {
  return {
    job,
    node: job.nodeId!,
    operator: job.operator!,
    isReference: isReferenceOperator(deps, job.operator),
  }
}

/** Free machines come first, since a run waits for one particular machine. */
async function candidatesFor(
  deps: CheckDeps,
  { appId, appVersion }: RanJob,
): Promise<(CandidateRow & { isReference: boolean })[]> {
  const memoryMb = findApp(appId)!.limits.memoryMb
  const rows = await listCandidates(deps.db, [appId, appVersion, memoryMb])
  const all = rows.map((row) => ({ ...row, isReference: isReferenceOperator(deps, row.operator) }))
  const free = all.filter(({ isFree }) => isFree)
  return free.length > 0 ? free : all
}

async function orderOrWait(
  deps: CheckDeps,
  check: CheckRow,
  result: RanJob,
  chosen: { node: string } | null,
): Promise<void> {
  if (chosen) return orderRun(deps, check, result, chosen.node)
  if (isGivenUp(deps, check)) return dropCheck(deps, check.id)
  // The person who asked for a check sees that it's still pending, and can't ask twice.
  await (check.kind === 'reported' ? showUnderCheck : showUnchecked)(deps, result.id)
  await setNextRun(deps.db, [check.id, Math.max(NOBODY_SECONDS, ageMs(deps, check) / 2_000)])
}

function ageMs({ now }: CheckDeps, { at }: CheckRow): number {
  return now().getTime() - at.getTime()
}

function isGivenUp(deps: CheckDeps, check: CheckRow): boolean {
  return ageMs(deps, check) > (check.kind === 'drawn' ? DRAWN_MS_MAX : WANTED_MS_MAX)
}

async function orderRun(deps: CheckDeps, check: CheckRow, result: RanJob, nodeId: string): Promise<void> {
  const ordered = await transaction(deps.db, async (tx) => {
    if (!(await lockOpenCheck(tx, check.id))) return false
    const unpaid = isCanary(check) && check.ratePpm === CERTAIN_PPM
    const id = await insertRun(tx, result, { checkId: check.id, nodeId, unpaid })
    await updateCheck(tx, check.id, { runs: [...check.runs, id] })
    if (!isCanary(check)) await markChecking(tx, [result.id])
    await setNextRun(tx, [check.id, RUNNING_SECONDS])
    return true
  })
  if (ordered) deps.notifications.publish('queued_for', nodeId)
}

async function showIfSlow(deps: CheckDeps, check: CheckRow, result: RanJob): Promise<void> {
  if (isCanary(check) || Date.now() - result.finishedAt!.getTime() < TRUST_RULES.checkHiddenMs) return
  await showUnderCheck(deps, result.id)
}

/** From 0 to below 1, and unpredictable. */
function draw(): number {
  return randomInt(2 ** 32) / 2 ** 32
}
