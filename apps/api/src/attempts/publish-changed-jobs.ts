import type { Notifications } from '../notifications/notifications.ts'

/** A job that was requeued or ended, with what notifications need. */
export interface ChangedJob {
  id: string
  app_id: string
  node_id: string | null
  status: 'queued' | 'error' | 'cancelled'
}

/** Notifies watchers of the jobs, and wakes nodes that wait for a job for those that are queued again. */
export function publishChangedJobs(
  { notifications }: { notifications: Notifications },
  jobs: ChangedJob[],
): void {
  for (const { id, app_id, status } of jobs) {
    notifications.publish('job', id)
    if (status === 'queued') notifications.publish('queued', app_id)
  }
}
