import type { Notifications } from '../notifications/notifications.ts'

/** A job that went back into the queue or ended, as far as notifications need to know. */
export interface ChangedJob {
  id: string
  app_id: string
  node_id: string | null
  status: 'queued' | 'error' | 'cancelled'
}

/** Watchers of the jobs see the change, and nodes that wait for a job are woken for those that are queued again. */
export function publishChangedJobs(
  { notifications }: { notifications: Notifications },
  jobs: ChangedJob[],
): void {
  for (const { id, app_id, status } of jobs) {
    notifications.publish('job', id)
    if (status === 'queued') notifications.publish('queued', app_id)
  }
}
