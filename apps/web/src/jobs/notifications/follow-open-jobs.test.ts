import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Follower, followOpenJobs } from './follow-open-jobs.ts'

interface TestJob {
  id: string
  status: string
}

let follower: Follower | undefined
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  follower?.stop()
  vi.useRealTimers()
})

/** A network whose open jobs the test sets, latest first. */
function follow(known: string[], open: string[]) {
  const ended: string[] = []
  const streams = new Map<string, (job: TestJob) => void>()
  const network = {
    open,
    ended,
    streams,
    readJob: async (id: string): Promise<TestJob | undefined> => ({ id, status: 'finished' }),
  }
  follower = followOpenJobs<TestJob>({
    known,
    readOpen: async () => network.open,
    readJob: (id) => network.readJob(id),
    watch: (id, onChange) => {
      streams.set(id, onChange)
      return () => streams.delete(id)
    },
    onEnded: ({ id, status }) => ended.push(`${id} ${status}`),
  })
  return network
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('a job that ends is reported once, even if both its stream and the list say so', async () => {
  const network = follow(['a'], ['a'])
  await settle()
  network.streams.get('a')!({ id: 'a', status: 'running' })
  expect(network.ended).toEqual([])
  network.open = []
  network.streams.get('a')!({ id: 'a', status: 'error' })
  await settle()
  expect(network.ended).toEqual(['a error'])
  expect(network.streams.size).toBe(0)
})

test('a job that ended before the first read is reported, and a deleted one is not', async () => {
  const network = follow(['gone', 'deleted'], [])
  network.readJob = async (id) => (id === 'gone' ? { id, status: 'finished' } : undefined)
  await settle()
  expect(network.ended).toEqual(['gone finished'])
})

test('three jobs have streams; others are checked each minute, and a failed read is retried', async () => {
  const network = follow([], ['e', 'd', 'c', 'b'])
  await settle()
  expect([...network.streams.keys()]).toEqual(['e', 'd', 'c'])
  network.open = ['e', 'd', 'c']
  const { readJob } = network
  network.readJob = () => Promise.reject(new Error('away'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(network.ended).toEqual([])
  network.readJob = readJob
  await vi.advanceTimersByTimeAsync(60_000)
  expect(network.ended).toEqual(['b finished'])
})

test('nothing is reported once stopped', async () => {
  const network = follow(['a'], ['a'])
  await settle()
  const send = network.streams.get('a')!
  follower!.stop()
  send({ id: 'a', status: 'finished' })
  await settle()
  expect(network.ended).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
