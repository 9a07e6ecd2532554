import type { Job } from '@infra/protocol/jobs'

export interface Moment {
  what: string
  at?: Date
  /** How long the previous step took. */
  after?: string
  state: 'done' | 'now' | 'ahead' | 'bad'
}

type TimelineJob = Pick<
  Job,
  'status' | 'createdAt' | 'startedAt' | 'finishedAt' | 'node' | 'progress' | 'attempts' | 'price'
>

/** The steps of a job so far and those to come, as far as the job shows them. */
export function timelineOf(job: TimelineJob): Moment[] {
  const { status, createdAt, startedAt, finishedAt, node, progress, attempts } = job
  const ordered: Moment = { what: 'Ordered', at: createdAt, state: 'done' }
  const taken: Moment = startedAt
    ? {
        what: `Picked up by ${node?.name ?? 'a node'}${attempts > 1 ? `, attempt ${attempts}` : ''}`,
        at: startedAt,
        after: `waited ${span(createdAt, startedAt)}`,
        state: 'done',
      }
    : { what: 'Waiting for a node', state: status === 'queued' ? 'now' : 'ahead' }
  const ended = (what: string, state: Moment['state']): Moment => ({
    what,
    at: finishedAt ?? undefined,
    after: finishedAt && startedAt ? `ran ${span(startedAt, finishedAt)}` : undefined,
    state,
  })
  switch (status) {
    case 'queued':
      return [ordered, { ...taken, state: 'now' }, { what: 'Finished', state: 'ahead' }]
    case 'running':
      return [
        ordered,
        taken,
        { what: progress.stage || 'Running', state: 'now' },
        { what: 'Finished', state: 'ahead' },
      ]
    case 'finished':
      return [ordered, taken, ended('Finished', 'done')]
    case 'error':
      return startedAt ? [ordered, taken, ended('Failed', 'bad')] : [ordered, ended('Failed', 'bad')]
    case 'cancelled':
      return startedAt ? [ordered, taken, ended('Cancelled', 'bad')] : [ordered, ended('Cancelled', 'bad')]
  }
}

function span(from: Date, to: Date): string {
  const seconds = Math.max(0, (to.getTime() - from.getTime()) / 1000)
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
}
