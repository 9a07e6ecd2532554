import { poisson, type Random } from './random.ts'
import { HOURS, type Week, type WeekJob } from './week.ts'

/**
 * A week that might have been instead. What someone orders within an hour comes together, so that is drawn together: as often as a
 * Poisson number says whose mean is another one. The first stands for what the last week does not tell of how much is ordered in
 * general, the second for how much weeks differ from each other.
 */
export function drawJobs({ jobs, windowMs }: Pick<Week, 'jobs' | 'windowMs'>, random: Random): WeekJob[] {
  const visits = Map.groupBy(jobs, ({ person, at }) => person * HOURS + Math.floor(at / windowMs))
  const people = jobs.reduce((most, { person }) => Math.max(most, person), 0) + 1
  const drawn: WeekJob[] = []
  for (const visit of visits.values()) {
    const times = poisson(random, poisson(random, 1))
    for (let time = 0; time < times; time++) {
      const later = random() * windowMs
      for (const job of visit)
        drawn.push(
          time === 0
            ? job
            : { ...job, at: shifted(job.at, later, windowMs), person: job.person + time * people },
        )
    }
  }
  return drawn.toSorted((a, b) => a.at - b.at)
}

/** Shifts a moment within the same hour. */
function shifted(at: number, byMs: number, windowMs: number): number {
  const begin = Math.floor(at / windowMs) * windowMs
  return begin + ((at - begin + byMs) % windowMs)
}
