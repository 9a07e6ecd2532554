import { cpuMsOf, postgresCpuMs } from './measure.ts'

export interface Cost {
  programMs: number
  serverMs: number
  rate: number
}

/** The CPU time that each job costs in a program and in PostgreSQL. */
export async function costOf(
  { jobs, program, server }: { jobs: number; program: number; server: number },
  work: () => Promise<unknown>,
): Promise<Cost> {
  const cpu = () => ({ program: cpuMsOf(program), server: postgresCpuMs(server) })
  const before = cpu()
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  const after = cpu()
  return {
    programMs: (after.program - before.program) / jobs,
    serverMs: (after.server - before.server) / jobs,
    rate: jobs / seconds,
  }
}

/** Runs `work` `count` times, `width` at once; each call gets the number of its worker. */
export async function inParallel(
  count: number,
  width: number,
  work: (worker: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  const runWorker = async (_: unknown, worker: number) => {
    while (next++ < count) await work(worker)
  }
  await Promise.all(Array.from({ length: width }, runWorker))
}
