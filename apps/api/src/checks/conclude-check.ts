import { randomUUIDv7 } from 'node:crypto'
import { NO_NODE, type SignedCheck } from '@infra/protocol/signatures/checks'
import { programOf } from '@infra/protocol/signatures/receipts'
import type { CheckDecision, Verdict } from '@infra/trust/checks/decide-check'
import type { TrustEvent } from '@infra/trust/levels/apply-trust-event'
import { REFERENCE } from '@infra/trust/levels/trust-record'
import { strikeBookedAt } from '@infra/trust/money/strike-cost'
import { getAddress, type Hex } from 'viem'
import type { ChangedJob } from '../attempts/publish-changed-jobs.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import type { CheckStatus } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import { strikes } from '../db/trust-tables.ts'
import type { Deps } from '../deps.ts'
import { setFilesPublic } from '../files/file-uses.ts'
import { deleteCheckRuns } from '../jobs/delete-check-runs.ts'
import { voidResult } from '../ledger/void-result.ts'
import { publishSanctions } from '../sanctions/impose-sanction.ts'
import { changeTrust } from '../trust/trust-records.ts'
import { type CheckRow, isKeptPrivate, lockOpenCheck, type RanJob, updateCheck } from './check-queries.ts'
import { orderReruns } from './order-reruns.ts'
import { signCheck } from './sign-check.ts'
import { suspendNode } from './suspend-node.ts'

export type ConcludeDeps = Pick<Deps, 'config' | 'db' | 'networkKey' | 'notifications' | 'now'>

/** A run with the machine that made it. */
export interface ComparedResult {
  job: RanJob
  node: string
  operator: string
  isReference: boolean
}

/** Increase when a comparator or its thresholds change. */
const COMPARATOR_VERSION = 1

export interface Concluded {
  nodes: Set<string>
  released: ChangedJob[]
  shown: { id: string; isPublic: boolean }[]
}

export const nothing = (): Concluded => ({ nodes: new Set(), released: [], shown: [] })

export type Decided = Extract<CheckDecision, { state: 'decided' }>

/** Records how the check of a result ended, with all consequences: levels, a strike, the money and the right result. */
export async function concludeCheck(
  deps: ConcludeDeps,
  checkId: string,
  {
    decision,
    first,
    second,
    right,
    distance,
  }: {
    decision: Decided
    first: ComparedResult
    second: ComparedResult
    right: RanJob | null
    distance: number
  },
): Promise<void> {
  await conclude(deps, checkId, async (tx, check) => {
    const at = deps.now()
    const done = nothing()
    await updateCheck(tx, checkId, {
      state: 'decided',
      outcome: decision.first.outcome,
      secondNodeId: second.node,
      needsPerson: decision.needsPerson,
      distance,
      decidedAt: at,
    })
    // In the order of their ids, so that two checks of the same two nodes don't deadlock.
    const both = [
      { who: first, by: second, verdict: decision.first, isStruck: decision.struck === 'first' },
      { who: second, by: first, verdict: decision.second, isStruck: decision.struck === 'second' },
    ].toSorted((one, other) => (one.who.node < other.who.node ? -1 : 1))
    for (const { who, by, verdict, isStruck } of both) {
      await judge(tx, deps, { check, who, by, verdict, isStruck, at }, done)
    }
    const statement = await signOutcome(deps, { check, decision, first, second, distance, at })
    await showOutcome(tx, { check, decision, first, second, right, statement, at }, done)
    if (!decision.struck && !decision.needsPerson) await deleteCheckRuns(tx, check.runs)
    if (check.kind === 'rerun') await orderReruns(tx, { nodeId: check.nodeId, appId: check.appId, at })
    return done
  })
}

/** A canary only says something about the node that got it. */
export async function concludeCanary(
  deps: ConcludeDeps,
  checkId: string,
  {
    verdict,
    isStruck,
    who,
    distance,
  }: { verdict: Verdict; isStruck: boolean; who: ComparedResult; distance: number },
): Promise<void> {
  await conclude(deps, checkId, async (tx, check) => {
    const at = deps.now()
    const done = nothing()
    await updateCheck(tx, checkId, { state: 'decided', outcome: verdict.outcome, distance, decidedAt: at })
    if (check.kind === 'entrance') {
      const isRight = verdict.outcome === 'agreed'
      if (verdict.outcome !== 'unclear')
        await changeTrust(tx, who.node, check.appId, { type: 'entrance_canary', isRight, at: at.getTime() })
      done.nodes.add(who.node)
    } else await judge(tx, deps, { check, who, by: null, verdict, isStruck, at }, done)
    if (!isStruck) await deleteCheckRuns(tx, check.runs)
    return done
  })
}

/** The check came to nothing: the result is gone, or no machine could run it again. An owner who asked for it is notified. */
export async function dropCheck(deps: ConcludeDeps, checkId: string): Promise<void> {
  await conclude(deps, checkId, async (tx, check) => {
    const done = nothing()
    const at = deps.now()
    await updateCheck(tx, checkId, { state: 'dropped', decidedAt: at })
    await deleteCheckRuns(tx, check.runs)
    const unchecked: CheckStatus = { state: 'unchecked', at: at.toISOString() }
    if (check.jobId) await reveal(tx, check.jobId, check.kind === 'reported' ? unchecked : null, done)
    return done
  })
}

/** Records which machine runs the job again. */
export const markChecking = statement(
  'mark-checking',
  `update jobs set check_status = jsonb_build_object('state', 'checking'), seq = seq + 1 where id = $1 and check_status is null`,
)

/** Shows the result to everyone, because no other machine could run it again now. */
export async function showUnchecked(deps: ConcludeDeps, jobId: string): Promise<void> {
  const done = nothing()
  await transaction(deps.db, (tx) => reveal(tx, jobId, null, done))
  publishConcluded(deps, done)
}

/** Shows the result to everyone while its check is still running, because that takes too long. */
export async function showUnderCheck(deps: ConcludeDeps, jobId: string): Promise<void> {
  const done = nothing()
  await transaction(deps.db, (tx) => reveal(tx, jobId, undefined, done))
  publishConcluded(deps, done)
}

async function conclude(
  deps: ConcludeDeps,
  checkId: string,
  work: (tx: Db, check: CheckRow) => Promise<Concluded>,
): Promise<void> {
  const done = await transaction(deps.db, async (tx) => {
    const check = await lockOpenCheck(tx, checkId)
    return check && work(tx, check)
  })
  if (done) publishConcluded(deps, done)
}

export function publishConcluded(
  { notifications }: Pick<Deps, 'notifications'>,
  { nodes, released, shown }: Concluded,
): void {
  publishSanctions({ notifications }, { nodes: [...nodes], released })
  for (const { id, isPublic } of shown) {
    notifications.publish('job', id)
    if (isPublic) notifications.publish('feed', id)
  }
}

interface Judged {
  check: CheckRow
  who: ComparedResult
  /** Null for a canary, whose answer comes from reference nodes. */
  by: ComparedResult | null
  verdict: Verdict
  isStruck: boolean
  /** Whether the machines couldn't decide, so that it was counted as unclear. */
  wasUnclear?: boolean
  at: Date
}

export async function judge(
  tx: Db,
  deps: ConcludeDeps,
  { check, who, by, verdict, isStruck, wasUnclear = false, at }: Judged,
  done: Concluded,
): Promise<void> {
  const time = at.getTime()
  const { outcome, counts } = verdict
  const byWhom = !by || by.isReference ? REFERENCE : by.operator
  const program = who.job.receipt && programOf(who.job.receipt.claims)
  const events: TrustEvent[] = [{ type: 'check', outcome, counts, by: byWhom, program, wasUnclear, at: time }]
  if (isStruck) {
    events.push({ type: 'strike', at: time })
    await insertStrike(tx, check, who, at)
  }
  const change = await changeTrust(tx, who.node, check.appId, ...events)
  done.nodes.add(who.node)
  if (!change?.suspends) return
  const applied = await suspendNode(tx, deps, {
    nodeId: who.node,
    appId: check.appId,
    reason: change.suspends,
  })
  for (const id of applied.nodes) done.nodes.add(id)
  done.released.push(...applied.released)
}

const shareOf = statement<{ share: number; account: number | null }>(
  'find-share',
  `select coalesce((select amount from ledger_entries where event = 'settle:' || $1::uuid and bucket = 'pending'), 0)::int as share,
    (select account from nodes where id = $2)::int as account`,
)

async function insertStrike(tx: Db, check: CheckRow, { node, job }: ComparedResult, at: Date): Promise<void> {
  const [paid] = await shareOf(tx, [job.id, node])
  // A canary may pay nothing, but costs as much as a job of its price.
  const share = paid!.share || job.price
  await tx.insert(strikes).values({
    id: randomUUIDv7(),
    checkId: check.id,
    nodeId: node,
    appId: check.appId,
    account: paid!.account,
    share,
    at,
    bookAt: new Date(strikeBookedAt(at.getTime())),
  })
}

/** The network's statement about the result, for everyone who has its receipt. For a private job it doesn't name the second machine. */
export function signOutcome(
  deps: ConcludeDeps,
  {
    check,
    decision,
    first,
    second,
    distance,
    at,
  }: {
    check: CheckRow
    decision: Decided
    first: ComparedResult
    second: ComparedResult
    distance: number
    at: Date
  },
): Promise<SignedCheck> {
  return signCheck(deps, first.job.receipt!.claims, {
    outcome: decision.first.outcome,
    comparator: check.appId,
    comparatorVersion: COMPARATOR_VERSION,
    distance: Math.round(distance * 1_000_000),
    ratePpm: check.ratePpm,
    second: !isKeptPrivate(first.job) ? getAddress(second.node as Hex) : NO_NODE,
    at: at.getTime(),
  })
}

/** Notifies the owner of the outcome. A wrong result leaves the feed and is refunded, and its owner gets the right one. */
export async function showOutcome(
  tx: Db,
  {
    check,
    decision,
    first,
    second,
    right,
    statement,
    at,
  }: {
    check: CheckRow
    decision: Decided
    first: ComparedResult
    second: ComparedResult
    right: RanJob | null
    statement: SignedCheck
    at: Date
  },
  done: Concluded,
): Promise<void> {
  const { outcome } = decision.first
  const isWrong = decision.struck === 'first'
  const status: CheckStatus = {
    state: outcome,
    at: at.toISOString(),
    statement,
    ...(!isKeptPrivate(first.job) && {
      node: { id: getAddress(second.node as Hex), name: second.job.nodeName ?? 'A node' },
    }),
    ...(isWrong && right && { rightJob: right.id }),
  }
  if (!isWrong) return reveal(tx, check.jobId!, status, done)
  await voidResult(tx, [check.jobId])
  await markWrong(tx, [check.jobId, status])
  done.shown.push({ id: check.jobId!, isPublic: false })
  if (right) {
    const [given] = await giveToOwner(tx, [right.id, check.jobId])
    if (given) done.shown.push(given)
  }
}

const markWrong = statement(
  'mark-wrong-result',
  `with hidden as (update file_uses set public = false where job_id = $1)
  update jobs set check_status = $2, hidden = true, hidden_because = coalesce(nullif(hidden_because, 'checking'), 'contradicted'),
    seq = seq + 1 where id = $1`,
)

/** The other machine's run becomes the owner's job for free; it stays private unless they publish it. */
const giveToOwner = statement<{ id: string; isPublic: boolean }>(
  'give-right-result',
  `update jobs set user_address = wrong.user_address, parent_id = wrong.id, check_id = null, charged = 0, seq = jobs.seq + 1
  from jobs wrong where jobs.id = $1 and wrong.id = $2 and wrong.user_address is not null
  returning jobs.id, false as "isPublic"`,
)

const unhide = statement<{ id: string; isPublic: boolean; wasChanged: boolean }>(
  'show-checked',
  `update jobs set hidden = hidden and hidden_because is distinct from 'checking', hidden_because = nullif(hidden_because, 'checking'),
    check_status = case when $3 then $2::jsonb else check_status end, seq = seq + 1
  where id = $1 and (($3 and check_status is distinct from $2::jsonb) or hidden_because = 'checking')
  returning id, status = 'finished' and visibility = 'public' and not hidden as "isPublic", old.hidden as "wasChanged"`,
)

/** If `status` is undefined, it stays the same. */
async function reveal(
  tx: Db,
  jobId: string,
  status: CheckStatus | null | undefined,
  done: Concluded,
): Promise<void> {
  const [job] = await unhide(tx, [jobId, status ?? null, status !== undefined])
  if (!job) return
  const isNew = job.isPublic && job.wasChanged
  if (isNew) await setFilesPublic(tx, jobId, true)
  done.shown.push({ id: jobId, isPublic: isNew })
}
