import { findApp } from '@infra/protocol/apps/catalogue'
import type { Job, StoredFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { getAddress, type Hex } from 'viem'
import type { Deps } from '../deps.ts'
import { presentFile } from '../files/present-file.ts'
import { presentLine } from '../users/present-user.ts'
import { chargeForShown } from './charge-for-shown.ts'
import type { JobRow } from './job-queries.ts'

type PresentDeps = Pick<Deps, 'config' | 'files' | 'now'>

/** The reader of a job: someone by their address, a visitor, or a moderator who reviews it. */
export type Reader = { address: string | undefined } | 'moderator'

/**
 * The job as the API returns it to this reader. Lists leave out the receipt: it is half of a job's size, and only the viewer shows it.
 */
export function presentJob(
  deps: PresentDeps,
  row: JobRow,
  reader: Reader,
  receipt: 'with receipt' | 'without' = 'without',
): Job {
  const files = (list: StoredFile[], isShown: boolean) =>
    list.map((file) => presentFile(deps, file, { isPublic: isShown }))
  return {
    ...row,
    ...(seesInputFiles(row, reader)
      ? { inputFiles: files(row.inputFiles, isPublic(row) && !row.inputFilesHidden) }
      : { input: withoutFiles(row), inputFiles: [] }),
    app: { id: row.appId, version: row.appVersion, name: findApp(row.appId)?.name ?? row.appId },
    user: presentLine(row.userAddress, row.userName),
    hidden: presentHidden(row),
    progress: row.lease
      ? { part: row.lease.progress, stage: row.lease.stage }
      : { part: row.status === 'finished' ? 1 : 0, stage: '' },
    partialText: row.lease?.partialText ?? null,
    preview: row.lease?.preview ?? null,
    seq: seqOf(row),
    outputs: files(row.outputs, isPublic(row)),
    alt: row.alt || null,
    charged: chargedFor(row),
    node: row.nodeId === null ? null : { id: getAddress(row.nodeId as Hex), name: row.nodeName ?? 'A node' },
    check: presentCheck(row, receipt === 'with receipt'),
    receipt: receipt === 'with receipt' ? row.receipt : null,
  }
}

function presentHidden({ hidden, hiddenWhy, hiddenBecause }: JobRow): Job['hidden'] {
  if (!hidden) return null
  return { why: hiddenWhy ?? whyHidden[hiddenBecause ?? 'explicit'], isByModerator: hiddenWhy !== null }
}

function presentCheck({ checkStatus }: JobRow, withStatement: boolean): Job['check'] {
  if (!checkStatus) return null
  const { state, node = null, at, rightJob = null, statement = null } = checkStatus
  return {
    state,
    node: node && { id: getAddress(node.id as Hex), name: node.name },
    at: at === undefined ? null : new Date(at),
    rightJobId: rightJob,
    statement: withStatement ? statement : null,
  }
}

/** What a job cost, or would cost if it were cancelled now. Jobs that ended before this was recorded cost their price if they finished. */
function chargedFor(row: JobRow): number {
  if (row.status === 'running') return chargeForShown(row, row.lease?.partialText ?? null)
  return row.charged ?? (row.status === 'finished' ? row.price : 0)
}

/** Increases with each change of the job and of its lease. */
export function seqOf({ seq, lease }: Pick<JobRow, 'seq' | 'lease'>): number {
  return seq + (lease?.changes ?? 0)
}

const whyHidden: Record<NonNullable<JobRow['hiddenBecause']>, string> = {
  unjudged: 'It is shown to everyone once its pictures have been checked.',
  explicit: 'The safety check found it explicit, so it is not shown to everyone.',
  checking: 'A second machine is running it again. It is shown to everyone when that is done.',
  contradicted: 'Other machines came to another result, so it is not shown to everyone.',
  hidden_before: 'It is the same as something that a moderator has hidden, so it is not shown to everyone.',
}

/** Whether everyone may see it, and so its files. */
export function isPublic(row: Pick<JobRow, 'status' | 'visibility' | 'hidden'>): boolean {
  return row.status === 'finished' && row.visibility === 'public' && !row.hidden
}

/** Only its owner sees a job that is not finished, is private or was hidden. */
export function isVisibleTo(row: JobRow, reader: string | undefined): boolean {
  return isPublic(row) || (reader !== undefined && row.userAddress === reader)
}

/** Input files that the owner hides are visible to the owner, and to moderators, who must judge the whole job. */
export function seesInputFiles(
  row: Pick<JobRow, 'inputFilesHidden' | 'userAddress'>,
  reader: Reader,
): boolean {
  return !row.inputFilesHidden || reader === 'moderator' || row.userAddress === reader.address
}

/** Leaves out the ids of uploads too, since others can't use them. */
function withoutFiles({ input, inputFiles }: Pick<JobRow, 'input' | 'inputFiles'>): JobRow['input'] {
  const names = new Set(inputFiles.map(({ name }) => name))
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)))
}

/** Also for callers who may not see the job, so that they cannot tell that it exists. */
export function noSuchJob(): Refusal {
  return new Refusal('not_found', 'There is no such job.')
}
