import type { Mood } from '@infra/protocol/moods'
import type { PerfStats } from '@infra/protocol/stats'

export interface Resting {
  mood: Mood
  why: string
}

const TRIES_MIN = 5
const FAILED_SHARE_MAX = 0.3
const LONG_WAIT_SECONDS = 60
const BUSY_DAY = 100

/** The mood that Infra shows while no answer is being written, and the figure behind it. */
export function restingMood({ now, hours }: Pick<PerfStats, 'now' | 'hours'>): Resting {
  const lately = hours.slice(-2)
  const failed = lately.reduce((sum, hour) => sum + hour.failed, 0)
  const tries = lately.reduce((sum, hour) => sum + hour.finished + hour.failed, 0)
  const day = hours.reduce((sum, hour) => sum + hour.finished, 0)
  if (now.nodesOnline === 0) return { mood: 'angry', why: 'No node is online, so nothing runs.' }
  if (tries >= TRIES_MIN && failed / tries > FAILED_SHARE_MAX)
    return { mood: 'angry', why: `${failed} of the last ${tries} jobs failed.` }
  if (now.queued > 0 && (now.waitP50Seconds ?? 0) > LONG_WAIT_SECONDS)
    return { mood: 'eyebrowraise', why: `${count(now.queued, 'job')} in the queue, and they wait long.` }
  if (now.running > 0) return { mood: 'confident', why: `${count(now.running, 'job')} running right now.` }
  if (day >= BUSY_DAY) return { mood: 'happy', why: `${day} jobs finished within a day.` }
  return { mood: 'neutral', why: `${count(now.nodesOnline, 'node')} online, nothing to do.` }
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
