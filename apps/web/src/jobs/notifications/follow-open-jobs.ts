/** The part of a job's end that notifications need. */
export interface Followed {
  id: string
  status: string
}

export interface FollowOptions<J extends Followed> {
  /** Jobs that were open when this page was last visible. */
  known: readonly string[]
  /** The ids of all open jobs, latest first. */
  readOpen: () => Promise<string[]>
  /** Undefined if it was deleted. */
  readJob: (id: string) => Promise<J | undefined>
  /** Calls back at each change of the job, and `refetch` if one may have been missed. Returns a function that ends it. */
  watch: (id: string, onChange: (job: J) => void, refetch: () => void) => () => void
  onEnded: (job: J) => void
}

/** Over HTTP/1.1 a browser has six connections for all tabs. */
const STREAMS_MAX = 3

/** For jobs without a stream. In a hidden tab, browsers run timers at most once a minute. */
const POLL_MS = 60_000

export interface Follower {
  /** A job may have been ordered or have ended. */
  poll: () => Promise<void>
  stop: () => void
}

/** Follows a user's open jobs in a hidden page, and reports the end of each one once. */
export function followOpenJobs<J extends Followed>(options: FollowOptions<J>): Follower {
  const { readOpen, readJob, watch, onEnded } = options
  const streams = new Map<string, () => void>()
  const notified = new Set<string>()
  let open = [...options.known]
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function notify(job: J): void {
    if (isStopped || notified.has(job.id)) return
    notified.add(job.id)
    onEnded(job)
  }

  async function notifyById(id: string): Promise<void> {
    const job = notified.has(id) ? undefined : await readJob(id)
    if (job) notify(job)
  }

  function onChange(job: J): void {
    if (job.status === 'queued' || job.status === 'running') return
    notify(job)
    void poll()
  }

  function keepStreams(): void {
    const wanted = open.slice(0, STREAMS_MAX)
    for (const [id, stop] of streams) {
      if (wanted.includes(id)) continue
      streams.delete(id)
      stop()
    }
    for (const id of wanted)
      if (!streams.has(id))
        streams.set(
          id,
          watch(id, onChange, () => void poll()),
        )
  }

  async function poll(): Promise<void> {
    clearTimeout(timer)
    try {
      const found = await readOpen()
      if (isStopped) return
      const ended = open.filter((id) => !found.includes(id))
      open = found.filter((id) => !notified.has(id))
      keepStreams()
      // If one can't be loaded now, it's loaded next time.
      for (const id of ended) await notifyById(id).catch(() => open.push(id))
    } catch {
      // They can't be loaded now, so try again in a minute.
    }
    clearTimeout(timer)
    if (!isStopped && open.length > 0) timer = setTimeout(() => void poll(), POLL_MS)
  }

  keepStreams()
  void poll()
  return {
    poll,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      for (const stop of streams.values()) stop()
      streams.clear()
    },
  }
}
