import type { WeekJob } from './week.ts'

interface Waiting {
  job: WeekJob
  turn: number
}

/**
 * An app's waiting jobs, in the same order as `jobs/submit-job.ts`: people take turns. People with jobs in the queue get a turn after their
 * own last one; others start at the head's turn. A test compares it with the API.
 */
export interface AppQueue {
  add: (job: WeekJob) => void
  /** The first job that `isWanted`, looking at this many at most. Drops jobs that nobody waits for any more. */
  find: (now: number, isWanted: (job: WeekJob) => boolean, most?: number) => WeekJob | undefined
  remove: (job: WeekJob) => void
  isEmpty: (now: number) => boolean
  all: () => WeekJob[]
}

export function openAppQueue(onLeft: (job: WeekJob) => void): AppQueue {
  let waiting: Waiting[] = []
  /** Each person's last turn and number of waiting jobs. */
  const people = new Map<number, { turn: number; count: number }>()

  function dropAt(place: number): WeekJob {
    const [{ job }] = waiting.splice(place, 1) as [Waiting]
    const person = people.get(job.person)!
    person.count--
    if (person.count === 0) people.delete(job.person)
    return job
  }

  function dropLeft(now: number, place: number): boolean {
    const { job } = waiting[place]!
    if (job.at + job.staysMs > now) return false
    onLeft(dropAt(place))
    return true
  }

  return {
    add: (job) => {
      const own = people.get(job.person)
      const turn = Math.max(own ? own.turn + 1 : 0, waiting[0]?.turn ?? 0)
      people.set(job.person, { turn, count: (own?.count ?? 0) + 1 })
      const place = waiting.findLastIndex((other) => other.turn <= turn) + 1
      waiting.splice(place, 0, { job, turn })
    },
    find: (now, isWanted, most = Number.POSITIVE_INFINITY) => {
      for (let place = 0; place < Math.min(most, waiting.length); ) {
        if (dropLeft(now, place)) continue
        if (isWanted(waiting[place]!.job)) return waiting[place]!.job
        place++
      }
      return undefined
    },
    remove: (job) => void dropAt(waiting.findIndex((one) => one.job === job)),
    isEmpty: (now) => {
      while (waiting.length > 0 && dropLeft(now, 0));
      return waiting.length === 0
    },
    all: () => {
      const left = waiting.map(({ job }) => job)
      waiting = []
      return left
    },
  }
}
