import type { Job } from '@infra/protocol/jobs'
import { describeEnd } from '@infra/protocol/jobs/describe-end'
import { startServiceWorker } from '../../bootstrap/start-service-worker.ts'

type Ended = Pick<Job, 'id' | 'app' | 'status' | 'charged'>

/**
 * Makes the service worker show a notification, which it does once however many tabs ask. People who cancelled a job already know that it
 * has ended.
 */
export async function announceEnd({ id, app, status, charged }: Ended): Promise<void> {
  if (status !== 'finished' && status !== 'error') return
  const { active } = await startServiceWorker()
  active?.postMessage({ type: 'ended', jobId: id, ...describeEnd({ app, status, charged }) })
}
