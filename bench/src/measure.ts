import { readdirSync, readFileSync } from 'node:fs'

/** The value below which this share of all values lies. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

/** With the significant digits only. */
export function rounded(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-GB', { maximumFractionDigits: 3 })
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const CLOCK_TICK_MS = 10

/** CPU milliseconds that a process has used so far. On a shared machine they vary less than wall-clock time. */
export function cpuMsOf(pid: number): number {
  const stat = statOf(pid)
  return (Number(stat[11] ?? 0) + Number(stat[12] ?? 0)) * CLOCK_TICK_MS
}

/** The same in nanoseconds, for work shorter than a tick. Threads that have ended don't count. */
export function exactCpuMsOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const nanoseconds = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    )
    return nanoseconds.reduce((sum, spent) => sum + spent, 0) / 1e6
  } catch {
    return 0
  }
}

/** CPU milliseconds that a program and a PostgreSQL with its sessions spend on some work, exactly. */
export async function exactCpuDuring(
  { pid, postmaster }: { pid: number; postmaster: number },
  work: () => Promise<unknown>,
): Promise<number> {
  const spent = () =>
    new Map([pid, postmaster, ...childrenOf(postmaster)].map((process) => [process, exactCpuMsOf(process)]))
  const before = spent()
  await work()
  // A session that began meanwhile counts from its beginning; one that ended doesn't count.
  return [...spent()].reduce((sum, [process, ms]) => sum + ms - (before.get(process) ?? 0), 0)
}

/** The same for all of its descendants that have ended. */
export function endedCpuMsOf(pid: number): number {
  const stat = statOf(pid)
  return (Number(stat[13] ?? 0) + Number(stat[14] ?? 0)) * CLOCK_TICK_MS
}

/** The resident memory of a process. */
export function rssBytesOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) * 1024
}

/** CPU milliseconds of a PostgreSQL server with all of its backends, current and ended. */
export function postgresCpuMs(postmaster: number): number {
  return childrenOf(postmaster).reduce(
    (sum, pid) => sum + cpuMsOf(pid),
    cpuMsOf(postmaster) + endedCpuMsOf(postmaster),
  )
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
}

export const parentOf = (pid: number) => Number(statOf(pid)[1] ?? 0)

function statOf(pid: number): string[] {
  try {
    // The name in parentheses may contain spaces; what follows it doesn't.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  } catch {
    return []
  }
}
