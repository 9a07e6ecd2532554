import { cpus } from 'node:os'
import type { MachineReader } from './read-machine.ts'

/** Programs start with a burst, so other programs' load only counts after this many readings. */
const READINGS = 3

/**
 * How much of the machine other programs use, in percent: everything that its processors did since the last reading, minus the agent and
 * its children. The lowest of the last readings; undefined until there are enough.
 */
export function measureLoad(
  machine: Pick<MachineReader, 'cpuSeconds' | 'busySeconds'>,
  ourPids: () => number[],
): () => Promise<number | undefined> {
  const cores = cpus().length
  const latest: number[] = []
  let before: { at: number; busy: number; ours: Map<number, number> } | undefined

  return async () => {
    const now = {
      at: performance.now(),
      busy: machine.busySeconds(),
      ours: await machine.cpuSeconds([process.pid, ...ourPids()]),
    }
    if (before) {
      const last = before
      const ours = [...now.ours].reduce((sum, [pid, seconds]) => sum + seconds - (last.ours.get(pid) ?? 0), 0)
      const others = now.busy - last.busy - ours
      const possible = ((now.at - last.at) / 1000) * cores
      latest.push(Math.max(0, (others / possible) * 100))
      if (latest.length > READINGS) latest.shift()
    }
    before = now
    return latest.length < READINGS ? undefined : Math.min(...latest)
  }
}
