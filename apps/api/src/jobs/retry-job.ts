import type { Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { Account } from '../auth/callers.ts'
import { ownJob } from './own-job.ts'
import { type SubmitDeps, type SubmitOnce, submitJob } from './submit-job.ts'

/** Submits the same order once more, as a new job. */
export async function retryJob(
  deps: SubmitDeps,
  { jobId, address, key }: { jobId: string } & Pick<Account, 'address' | 'key'>,
  once: SubmitOnce,
): Promise<Job> {
  const { id, status, appId, input, hidden, inputFilesHidden, ...job } = await ownJob(deps, jobId, address)
  if (status === 'queued' || status === 'running') {
    throw new Refusal('not_ready', 'This job is still on its way.', { retryAfterSeconds: 5 })
  }
  // A result that a moderator hid must not become public through a retry.
  const visibility = hidden ? 'private' : job.visibility
  return submitJob(
    deps,
    { appId, input, visibility, inputFilesHidden, parentId: id, submittedBy: address, key },
    once,
  )
}
