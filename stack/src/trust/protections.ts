import type { Mutation } from '../conformance/mutation.ts'

type Protection = readonly [
  name: string,
  title: string,
  file: string,
  find: string,
  replace: string,
  test: string,
]

const FINISH = 'apps/api/src/attempts/finish-attempt.ts'
const MOVEMENTS = 'apps/api/src/ledger/movements.ts'
const RECORDS = 'apps/api/src/trust/trust-records.ts'
const CHECKS_TEST = 'apps/api/src/checks/checks.test.ts'
const LEVELS_TEST = 'apps/api/src/checks/levels.test.ts'
const PAUSE_TEST = 'apps/api/src/matching/pause-nodes.test.ts'
const PAY_TEST = 'apps/api/src/ledger/pay.test.ts'

const list: readonly Protection[] = [
  // Accepts results that can't have been made from their input.
  [
    'gate',
    'finding S3',
    'apps/api/src/attempts/gate-outputs.ts',
    'if (refusal === null) return',
    'return',
    'apps/api/src/attempts/gate-outputs.test.ts',
  ],
  // Shows a result in the feed while it's under check, so that it can be copied.
  [
    'feed',
    'trust: feed',
    FINISH,
    "case when result.check_id is not null then 'checking' end",
    'null',
    CHECKS_TEST,
  ],
  // Makes a check's run distinguishable from a job.
  [
    'mark',
    'trust: mark',
    'apps/api/src/checks/insert-run.ts',
    '[id, appId, appVersion, input, files',
    '[id, appId, appVersion, { ...input, check: 1 }, files',
    CHECKS_TEST,
  ],
  // Leaves a contradicted result paid.
  [
    'void',
    'finding S3',
    'apps/api/src/checks/conclude-check.ts',
    'await voidResult(tx, [check.jobId])',
    '',
    CHECKS_TEST,
  ],
  // A contradicted result has no consequence for its node.
  [
    'strike',
    'finding S3',
    'apps/api/src/checks/conclude-check.ts',
    "events.push({ type: 'strike', at: time })",
    '',
    CHECKS_TEST,
  ],
  // Leaves earlier results of a suspended node as they are.
  [
    'rerun',
    'trust: rerun',
    'apps/api/src/checks/suspend-node.ts',
    'await orderReruns(tx, { nodeId, appId, at })',
    '',
    CHECKS_TEST,
  ],
  // A strike costs nothing.
  [
    'fine',
    'trust: fine',
    'apps/api/src/checks/book-strikes.ts',
    'account ? await takeFine(tx, [id, account.id, wanted]) : []',
    'account && wanted < 0 ? await takeFine(tx, [id, account.id, wanted]) : []',
    CHECKS_TEST,
  ],
  // Gives private inputs to strangers for a check.
  [
    'house',
    'trust: house',
    'apps/api/src/checks/check-queries.ts',
    "return visibility === 'private' || inputFilesHidden",
    "return visibility === 'private' && inputFilesHidden",
    CHECKS_TEST,
  ],
  // Gives a new node people's jobs right away.
  [
    'entrance',
    'trust: entrance',
    RECORDS,
    "return publicJobs === 'all' ? 'known' : record.level === 'new' ? 'new' : 'probation'",
    "return publicJobs === 'all' ? 'known' : 'trusted'",
    LEVELS_TEST,
  ],
  // Gives private jobs to nodes that aren't trusted.
  [
    'private',
    'trust: private',
    RECORDS,
    "if (privateJobs) return 'trusted'",
    "if (privateJobs || publicJobs === 'all') return 'trusted'",
    LEVELS_TEST,
  ],
  // Pays out what a node on probation earned.
  [
    'held',
    'trust: held',
    'apps/api/src/ledger/mature-earnings.ts',
    "and (t.level in ('new', 'probation') or t.watched)",
    'and false',
    LEVELS_TEST,
  ],
  // Pays out earnings right away.
  [
    'pending',
    'trust: pending',
    'packages/trust/src/trust-rules.ts',
    'pendingMs: 3 * DAY_MS',
    'pendingMs: 0',
    'apps/api/src/ledger/mature-earnings.test.ts',
  ],
  // Doesn't check one result that was drawn.
  [
    'spare',
    'trust: spare',
    'apps/api/src/trust/draw-result.ts',
    'checkId: isDrawn(key, attemptId, ratePpm / CERTAIN_PPM) ?',
    'checkId: isDrawn(key, attemptId, ratePpm / CERTAIN_PPM) && pending > 0 ?',
    'apps/api/src/checks/list-draws.test.ts',
  ],
  // Ends a job at one operator's word.
  [
    'vote',
    'finding S2',
    'apps/api/src/attempts/requeue-or-end.ts',
    'const AGREED = `(asked.final and asked.is_known and (',
    'const AGREED = `(asked.final or (',
    PAUSE_TEST,
  ],
  // Lets a node claim that every input is unreadable.
  [
    'final',
    'finding S2',
    'apps/api/src/checks/suspend-false-finals.ts',
    'if (!isSuspendedForFalseFinals(foundAt, Date.now())) continue',
    'if (foundAt.length > 0) continue',
    'apps/api/src/checks/failures.test.ts',
  ],
  // Lets failures of unknown nodes end jobs.
  [
    'beginner',
    'finding S2',
    'apps/api/src/attempts/requeue-or-end.ts',
    "in ('known', 'trusted') as is_known",
    "in ('known', 'trusted', 'probation') as is_known",
    'apps/api/src/checks/failures.test.ts',
  ],
  // Ends a pause through maintenance.
  [
    'blame',
    'finding S11',
    'apps/api/src/nodes/node-queries.ts',
    'await db.update(nodes).set(change).where(eq(nodes.id, id))',
    'await db.update(nodes).set({ ...change, pausedUntil: null }).where(eq(nodes.id, id))',
    PAUSE_TEST,
  ],
  // Lets an attempt send any number of files.
  [
    'upload',
    'finding S10',
    'apps/api/src/attempts/admit-output.ts',
    'if (job.sends >= made * SENDS_MAX)',
    'if (job.sends < 0)',
    'apps/api/src/attempts/output-limits.test.ts',
  ],
  // Publishes again, after a retry, what a moderator hid.
  [
    'hidden',
    'finding S12',
    FINISH,
    "case when was_taken_down(jobs, result.outputs) then 'hidden_before'",
    "case when false then 'hidden_before'",
    'apps/api/src/moderation/takedowns.test.ts',
  ],
  // Lets node owners earn from their own jobs.
  [
    'own',
    'finding S4',
    MOVEMENTS,
    'case when payer = operator_account then 0 else charge end as charged',
    'charge as charged',
    PAY_TEST,
  ],
  // Turns granted credits into earnings without a limit.
  [
    'grants',
    'finding S4',
    MOVEMENTS,
    "'operator_account, w.payer', subsidyPerPayerMax",
    "'operator_account, w.payer', 1_000_000",
    PAY_TEST,
  ],
  // Takes one credit less than 5 % as the fee.
  [
    'fee',
    'finding S4',
    MOVEMENTS,
    ' as fee, total % 100 as hundredths',
    ' - 1 as fee, total % 100 as hundredths',
    PAY_TEST,
  ],
  // Refunds a person who reads a result and then cancels.
  [
    'cancel',
    'finding S5',
    'apps/api/src/jobs/cancel-job.ts',
    "status: 'cancelled', reason: null, shown }",
    "status: 'cancelled', reason: null, shown: shown.slice(0, 0) }",
    'apps/api/src/jobs/cancel-shown.test.ts',
  ],
]

/**
 * The protections that keep cheating unprofitable. `TRUST_SABOTAGE=<name> npm run trust -- attack` removes one from a copy; a test must
 * then fail.
 */
export const protections: ReadonlyMap<string, Mutation> = new Map(
  list.map(([name, row, file, find, replace, test]) => [name, { row, file, find, replace, test }]),
)
