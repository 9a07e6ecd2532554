import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { signInPerson } from './callers.ts'
import { fillEnded } from './fill-jobs.ts'
import { hammer } from './hammer.ts'
import { cpuMsOf, percentile, postgresCpuMs } from './measure.ts'
import { startOneApi } from './one-api.ts'
import type { Result } from './results.ts'

const JOBS = 1_000
const REQUESTS = 6_000
const WIDTH = 16
const ROUNDS = 5

/**
 * The first page of the feed as a visitor gets it. The reference, in the same run: `node:http` and nothing else, which sends the
 * same headers and the same bytes. Both in a process of its own; in turn, and of the rounds the middle one counts.
 */
export async function feed(): Promise<Result> {
  const api = await startOneApi()
  const raw = fork(fileURLToPath(new URL('raw-server.ts', import.meta.url)))
  try {
    const { address } = await signInPerson(api)
    await fillEnded(api.database, { from: 1, to: JOBS, person: address })
    const url = `${api.prefix}/job/finished?limit=25`
    const answer = await fetch(url)
    const { date, connection, ...headers } = Object.fromEntries(answer.headers)
    raw.send({ headers, body: await answer.text() })
    const [port] = (await once(raw, 'message')) as [number]
    const ours = () => measure(url, () => cpuMsOf(api.pid) + postgresCpuMs(api.postmaster))
    const theirs = () => measure(`http://127.0.0.1:${port}/`, () => cpuMsOf(raw.pid!))
    await ours()
    await theirs()
    const rounds: { ours: Cost; theirs: Cost }[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push({ ours: await ours(), theirs: await theirs() })
    const middle = (pick: (round: { ours: Cost; theirs: Cost }) => number) =>
      percentile(rounds.map(pick), 0.5)
    return {
      figures: [
        {
          what: 'feed CPU',
          value: middle((round) => round.ours.cpuMs),
          unit: 'ms a page, API and PostgreSQL',
        },
        { what: 'node:http with the same bytes', value: middle((round) => round.theirs.cpuMs), unit: 'ms' },
        { what: 'pages a second', value: middle((round) => round.ours.rate) },
        { what: 'of the rate', value: middle((round) => round.ours.rate / round.theirs.rate), atLeast: 0.8 },
        { what: 'CPU ratio', value: middle((round) => round.ours.cpuMs / round.theirs.cpuMs), atMost: 1.3 },
      ],
    }
  } finally {
    raw.kill()
    await api.stop()
  }
}

interface Cost {
  cpuMs: number
  rate: number
}

async function measure(url: string, cpuMs: () => number): Promise<Cost> {
  const [cpuBefore, start] = [cpuMs(), performance.now()]
  await hammer(url, { count: REQUESTS, width: WIDTH })
  const seconds = (performance.now() - start) / 1000
  return { cpuMs: (cpuMs() - cpuBefore) / REQUESTS, rate: REQUESTS / seconds }
}
