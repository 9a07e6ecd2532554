import { readdirSync, readFileSync } from 'node:fs'

/** The value below which `share` of all lie. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

/** As many digits as say something. */
export function rounded(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-GB', { maximumFractionDigits: 3 })
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const CLOCK_TICK_MS = 10

/** CPU milliseconds that a process has used so far: on a shared machine steadier than any clock on the wall. */
export function cpuMsOf(pid: number): number {
  const stat = statOf(pid)
  return (Number(stat[11] ?? 0) + Number(stat[12] ?? 0)) * CLOCK_TICK_MS
}

/** The same to the microsecond, for what takes a few milliseconds; without threads that have ended. */
export function preciseCpuMsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map(
    (id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0],
  )
  return nanoseconds.reduce((sum, used) => sum + Number(used) / 1e6, 0)
}

/** The same of all its children that have ended, and of theirs. */
export function endedCpuMsOf(pid: number): number {
  const stat = statOf(pid)
  return (Number(stat[13] ?? 0) + Number(stat[14] ?? 0)) * CLOCK_TICK_MS
}

/** What a process holds in memory now. */
export function rssBytesOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) * 1024
}

/** CPU milliseconds of a PostgreSQL: the server, the backends that it has now and all that it had. */
export function postgresCpuMs(postmaster: number): number {
  const living = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === postmaster)
  return living.reduce((sum, pid) => sum + cpuMsOf(pid), cpuMsOf(postmaster) + endedCpuMsOf(postmaster))
}

export const parentOf = (pid: number) => Number(statOf(pid)[1] ?? 0)

function statOf(pid: number): string[] {
  try {
    // The name in parentheses may hold spaces; what follows it does not.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  } catch {
    return []
  }
}
