import type { StoredFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { LeaseHolder } from '../auth/leases.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

const find = statement<{ job_id: string }>(
  'find-leased-job',
  'select job_id from leases where attempt_id = $1 and lease_token = $2 and node_id = $3',
)

/** The id of the job that runs under this lease; if it no longer does, refuses with the reason. */
export async function findLeasedJob(db: Db, holder: LeaseHolder): Promise<string> {
  const [lease] = await find(db, [holder.attemptId, holder.leaseToken, holder.nodeId])
  if (!lease) throw await whyLost(db, holder)
  return lease.job_id
}

const selectInputFiles = statement<{ inputFiles: StoredFile[] }>(
  'find-input-files',
  'select input_files as "inputFiles" from jobs where id = $1',
)

/** The file that a field of the job's input names. */
export async function findInputFile(db: Db, jobId: string, field: string): Promise<StoredFile | undefined> {
  const [job] = await selectInputFiles(db, [jobId])
  return job?.inputFiles.find(({ name }) => name === field)
}

interface KnownAttempt {
  /** `leased` while it's running. */
  state: string
  node_id: string
  lease_token: string
}

const selectAttempt = statement<KnownAttempt>(
  'find-attempt',
  `select state, node_id, lease_token from attempts where id = $1
  union all
  select 'leased', node_id, lease_token from leases where attempt_id = $1`,
)

export async function findAttempt(db: Db, attemptId: string): Promise<KnownAttempt | undefined> {
  return (await selectAttempt(db, [attemptId]))[0]
}

/** For a node that never had the attempt, it doesn't exist; a node that had it gets the way it ended. */
export async function whyLost(db: Db, { attemptId, nodeId, leaseToken }: LeaseHolder): Promise<Refusal> {
  const attempt = await findAttempt(db, attemptId)
  if (!attempt || attempt.node_id !== nodeId)
    return new Refusal('not_found', 'This node has no such attempt.')
  if (attempt.lease_token === leaseToken && attempt.state === 'cancelled')
    return new Refusal('job_cancelled', 'The job was cancelled. There is nothing to submit.')
  if (attempt.lease_token === leaseToken && attempt.state === 'expired')
    return new Refusal('job_expired', 'The job waited too long and was ended.')
  return new Refusal('lease_lost', 'The lease is lost: the job goes to another node, or has ended.')
}
