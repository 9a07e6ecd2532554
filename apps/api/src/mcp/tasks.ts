import type { Job } from '@infra/protocol/jobs'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { type Account, requireScope } from '../auth/callers.ts'
import { findJob } from '../jobs/job-queries.ts'
import { presentJob } from '../jobs/present-job.ts'
import type { OrderDeps } from '../jobs/routes.ts'
import { cancelQuietly } from './cancel-unwanted.ts'
import { presentResult, sentenceOf } from './present-result.ts'
import { RpcError, readParams } from './rpc.ts'

/** The extension that lets a tool call respond with a task to ask about later. */
export const TASKS = 'io.modelcontextprotocol/tasks'

const POLL_MS = 2_000

interface Asking {
  account: Account
  takesTasks: boolean
  log: Pick<FastifyBaseLogger, 'error'>
}

type Answer = (deps: OrderDeps, params: Record<string, unknown>, asking: Asking) => Promise<object>

/** Tasks are jobs: nothing else is stored for them. */
export const taskMethods: Record<string, Answer> = {
  'tasks/get': async (deps, params, asking) => {
    const job = await findTask(deps, params, { ...asking, scope: 'read' })
    const isOver = job.status === 'finished' || job.status === 'error'
    const result = isOver && { resultType: 'complete', ...(await presentResult(deps, job, asking.log)) }
    return { ...presentTask(job), ...(result && { result }) }
  },
  // Our tasks never ask for input, so there's nothing to respond to.
  'tasks/update': async (deps, params, asking) => {
    await findTask(deps, params, { ...asking, scope: 'read' })
    return {}
  },
  'tasks/cancel': async (deps, params, asking) => {
    const { id } = await findTask(deps, params, { ...asking, scope: 'order' })
    await cancelQuietly(deps, id, asking.account.address)
    return {}
  },
}

const Params = z.object({ taskId: z.string().max(200) })

async function findTask(
  deps: OrderDeps,
  params: unknown,
  { account: { address, key }, takesTasks, scope }: Asking & { scope: 'read' | 'order' },
): Promise<Job> {
  if (!takesTasks)
    throw new RpcError('missingCapability', 'Declare the extension for tasks to ask for them.', {
      data: { requiredCapabilities: { extensions: { [TASKS]: {} } } },
    })
  const { taskId } = readParams(Params, params)
  if (key) requireScope(key, scope)
  const row = z.uuid().safeParse(taskId).success ? await findJob(deps.db, taskId, address) : undefined
  // Someone else's counts as not found.
  if (row?.userAddress !== address)
    throw new RpcError('invalidParams', 'There is no such task.', { status: 200 })
  return presentJob(deps, row, { address }, 'with receipt')
}

/** A job that failed is a completed task whose result says that it failed. */
const statuses: Record<Job['status'], string> = {
  queued: 'working',
  running: 'working',
  finished: 'completed',
  error: 'completed',
  cancelled: 'cancelled',
}

export function presentTask(job: Job): object {
  const { id, status, createdAt, startedAt, finishedAt } = job
  return {
    taskId: id,
    status: statuses[status],
    statusMessage: messageOf(job),
    createdAt: createdAt.toISOString(),
    lastUpdatedAt: (finishedAt ?? startedAt ?? createdAt).toISOString(),
    // A job is kept until its owner deletes it.
    ttlMs: null,
    pollIntervalMs: POLL_MS,
  }
}

function messageOf(job: Job): string {
  const { status, progress } = job
  if (status === 'queued') return 'Waiting for a node.'
  if (status !== 'running') return sentenceOf(job).text
  return progress.stage ? `${progress.stage}: ${Math.floor(progress.part * 100)} %.` : 'Running.'
}
