import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { deleteOldAlerts } from './alerts/alert-queries.ts'
import { sweepIdleNodes } from './alerts/idle/sweep-idle-nodes.ts'
import { sweepAlerts } from './alerts/sweep-alerts.ts'
import { sweepLeases } from './attempts/sweep-leases.ts'
import { forgetOldRuns } from './chat/network/chat-runs.ts'
import { deleteExpiredQuestions } from './chat/question-queries.ts'
import { bookStrikes } from './checks/book-strikes.ts'
import { giveCanaries } from './checks/give-canaries.ts'
import { suspendFalseFinals } from './checks/suspend-false-finals.ts'
import { prepareNextDay, sweepChecks } from './checks/sweep-checks.ts'
import { sweepPartitions } from './db/partitions.ts'
import type { Deps } from './deps.ts'
import { sweepFiles } from './files/sweep-files.ts'
import { deleteOldIdempotencyKeys } from './http/idempotency.ts'
import { finishBatches } from './jobs/batches/batch-queries.ts'
import { deleteOldCalls } from './jobs/calls/call-queries.ts'
import { sweepUnwanted } from './jobs/calls/sweep-unwanted.ts'
import { expireJobs } from './jobs/expire-jobs.ts'
import { judgePictures } from './jobs/judge-pictures.ts'
import { rollUp } from './jobs/roll-up.ts'
import { deleteOldRequests } from './keys/mandates/mandate-queries.ts'
import { findLateChecks, isCheckDue } from './ledger/books-age.ts'
import { matureEarnings } from './ledger/mature-earnings.ts'
import { reconcile } from './ledger/reconcile.ts'
import { deleteOldRateWindows } from './limits/rate-limit.ts'
import { deleteOldMails } from './mail/mail-queries.ts'
import { sendMails } from './mail/send-mails.ts'
import { recordOnlineMinute } from './matching/presence.ts'
import { moveFigureWindows } from './nodes/node-figures.ts'
import { deleteExpiredLinks } from './nodes/node-queries.ts'
import { reviewNodeNames } from './nodes/review-node-names.ts'
import { sendPushes } from './push/send-pushes.ts'
import { seizeEarnings } from './sanctions/seize-earnings.ts'
import { describePictures } from './search/describe-pictures.ts'
import { indexJobs } from './search/index-jobs.ts'
import { deleteEndedSessions, deleteExpiredChallenges } from './sessions/session-queries.ts'
import { sweepStakes } from './staking/sweep-stakes.ts'
import { reviewNames } from './users/review-names.ts'
import { deleteOldMessages } from './webhooks/delivery-queries.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

interface Sweep {
  everyMs: number
  /** Delay before the first run. */
  afterMs?: number
  work: (deps: Deps, logger: Logger) => Promise<unknown>
}

/** Housekeeping. Every API process does it; several may run the same sweep at once, and running it twice does no harm. */
const sweeps: Record<string, Sweep> = {
  // While no API process was running, no lease could be renewed, so give nodes time to renew theirs.
  leases: { everyMs: SECOND, afterMs: 15 * SECOND, work: sweepLeases },
  stats: { everyMs: 2 * SECOND, work: ({ db }) => rollUp(db) },
  // A new stake shows within a minute. The first run is right away, because what is stored may be old.
  stakes: { everyMs: 15 * SECOND, afterMs: SECOND, work: sweepStakes },
  figures: { everyMs: 5 * SECOND, work: ({ db }) => moveFigureWindows(db) },
  presence: { everyMs: 30 * SECOND, work: ({ db }) => recordOnlineMinute(db) },
  alerts: { everyMs: 10 * SECOND, work: sweepAlerts },
  idleNodes: { everyMs: MINUTE, work: sweepIdleNodes },
  pictures: { everyMs: 10 * SECOND, afterMs: SECOND, work: judgePictures },
  pushes: { everyMs: SECOND, work: sendPushes },
  mails: { everyMs: 2 * SECOND, work: sendMails },
  search: { everyMs: SECOND, work: indexJobs },
  descriptions: { everyMs: SECOND, work: describePictures },
  batches: { everyMs: SECOND, work: ({ db }) => finishBatches(db) },
  expired: { everyMs: MINUTE, work: expireJobs },
  unwanted: { everyMs: 2 * SECOND, work: sweepUnwanted },
  expiredRows: { everyMs: MINUTE, work: deleteExpired },
  earnings: { everyMs: MINUTE, work: payOut },
  checks: { everyMs: SECOND, work: sweepChecks },
  canaries: { everyMs: 10 * SECOND, work: giveCanaries },
  falseVotes: { everyMs: 10 * SECOND, work: suspendFalseFinals },
  checkKeys: { everyMs: 60 * MINUTE, afterMs: SECOND, work: prepareNextDay },
  files: { everyMs: MINUTE, work: sweepFiles },
  partitions: { everyMs: 60 * MINUTE, afterMs: SECOND, work: changePartitions },
  // For names that an earlier version allowed; after the first run it finds nothing.
  names: { everyMs: DAY, afterMs: SECOND, work: reviewAllNames },
  books: { everyMs: MINUTE, work: checkBooksWhenDue },
  // Separate from the check, so that it's noticed even if the check fails or never ends.
  booksAge: { everyMs: 10 * MINUTE, work: reportLateChecks },
}

export function startSweeps(deps: Deps, logger: Logger): () => void {
  const stopped = new AbortController()
  for (const [name, sweep] of Object.entries(sweeps)) {
    void repeat(sweep, deps, logger.child({ sweep: name }), stopped.signal)
  }
  return () => stopped.abort()
}

async function repeat(sweep: Sweep, deps: Deps, logger: Logger, signal: AbortSignal): Promise<void> {
  const { everyMs, afterMs = everyMs, work } = sweep
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})
  await pause(afterMs)
  while (!signal.aborted) {
    // If a sweep fails, the next one makes up for it.
    await work(deps, logger).catch((error) => logger.warn({ err: error }, 'sweep failed'))
    await pause(everyMs)
  }
}

export async function deleteExpired({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteOldRateWindows(db, now())
  await deleteExpiredChallenges(db, now())
  await deleteEndedSessions(db, now())
  await deleteExpiredLinks(db, now())
  await deleteOldIdempotencyKeys(db, now())
  await deleteExpiredQuestions(db, now())
  await forgetOldRuns(db)
  await deleteOldCalls(db)
  await deleteOldMessages(db)
  await deleteOldRequests(db, now())
  await deleteOldAlerts(db, [])
  await deleteOldMails(db, [now()])
}

async function changePartitions({ db, now, config }: Deps, logger: Logger): Promise<void> {
  await sweepPartitions({ db, now: now(), keepMonths: config.figuresKeepMonths }, logger)
}

async function reviewAllNames(deps: Deps, logger: Logger): Promise<void> {
  await reviewNames(deps, logger)
  await reviewNodeNames(deps, logger)
}

async function payOut(deps: Deps): Promise<void> {
  await bookStrikes(deps)
  await matureEarnings(deps.db)
  await seizeEarnings(deps)
}

/** Every process asks; only one of them finds it due. */
async function checkBooksWhenDue({ db }: Deps, logger: Logger): Promise<void> {
  if (!(await isCheckDue(db))) return
  const problems = await reconcile(db)
  if (problems.length > 0) logger.error({ problems }, 'the books are not in order; payouts wait')
}

export async function reportLateChecks({ db }: Pick<Deps, 'db'>, logger: Logger): Promise<void> {
  const late = await findLateChecks(db)
  if (late.check || late.walk) logger.error({ late }, 'the books have not been checked for too long')
}
