import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Assignment } from '@infra/protocol/attempts'
import type { Call } from '@infra/protocol/client'
import { submitJob } from '@infra/protocol/jobs'
import { SLOTS_MAX } from '@infra/protocol/nodes'
import { type HandNode, signInPerson, startHandNode } from './callers.ts'
import { fillEnded } from './fill-jobs.ts'
import { hammer } from './hammer.ts'
import { cpuMsOf, percentile, postgresCpuMs } from './measure.ts'
import { type OneApi, startOneApi } from './one-api.ts'
import type { Result } from './results.ts'

const JOBS = 1_000
const REQUESTS = 6_000
const WIDTH = 16
const ROUNDS = 5

/** As many run on a busy network while the feed is read, each telling its progress as often as the agent does. */
const NODES = 3
const RUNNING = NODES * SLOTS_MAX
const BEAT_EVERY_MS = 250

/** How long progress alone is measured, to be taken off what both cost together. */
const BEATS_ALONE_MS = 4_000

/**
 * The first page of the feed as a visitor gets it, on an idle and on a busy network. The reference, in the same run: `node:http` and
 * nothing else, which sends the same headers and the same bytes. Both in a process of its own; in turn, and of the rounds the middle
 * one counts.
 */
export async function feed(): Promise<Result> {
  const api = await startOneApi()
  const raw = fork(fileURLToPath(new URL('references/raw-server.ts', import.meta.url)))
  try {
    const { address, call } = await signInPerson(api)
    await fillEnded(api.database, { from: 1, to: JOBS, person: address })
    const url = `${api.prefix}/job/finished?limit=25`
    const answer = await fetch(url)
    const { date, connection, ...headers } = Object.fromEntries(answer.headers)
    raw.send({ headers, body: await answer.text() })
    const [port] = (await once(raw, 'message')) as [number]
    const cpuMs = () => cpuMsOf(api.pid) + postgresCpuMs(api.postmaster)
    const ours = () => measure(url, cpuMs)
    const theirs = () => measure(`http://127.0.0.1:${port}/`, () => cpuMsOf(raw.pid!))
    await ours()
    await theirs()
    const rounds: { ours: Cost; theirs: Cost }[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push({ ours: await ours(), theirs: await theirs() })
    const busyMs = await whileBusy({ api, person: call, url, cpuMs })
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
        {
          what: `feed CPU while ${RUNNING} jobs run`,
          value: busyMs,
          unit: 'ms a page, without the progress itself',
        },
        {
          what: 'busy against idle',
          value: busyMs / middle((round) => round.ours.cpuMs),
          unit: 'x',
          atMost: 1.2,
        },
      ],
    }
  } finally {
    raw.kill()
    await api.stop()
  }
}

/** CPU of a page while jobs run and tell their progress, less what the progress costs by itself. */
async function whileBusy(busy: {
  api: OneApi
  person: Call
  url: string
  cpuMs: () => number
}): Promise<number> {
  const { api, person, url, cpuMs } = busy
  let running = true
  const beating: Promise<void>[] = []
  for (let job = 0, node: HandNode | undefined; job < RUNNING; job++) {
    if (job % SLOTS_MAX === 0) node = await startHandNode(api, person)
    await person(submitJob, { body: { appId: 'echo', input: { text: 'bench' } } })
    beating.push(beat(node!, (await node!.claim(20))!, () => running))
  }
  try {
    const before = cpuMs()
    await sleep(BEATS_ALONE_MS)
    const beatsPerMs = (cpuMs() - before) / BEATS_ALONE_MS
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { cpuMs: pageMs, rate } = await measure(url, cpuMs)
      rounds.push(pageMs - (beatsPerMs * 1000) / rate)
    }
    return percentile(rounds, 0.5)
  } finally {
    running = false
    await Promise.all(beating)
  }
}

async function beat(node: HandNode, job: Assignment, isRunning: () => boolean): Promise<void> {
  for (let part = 0; isRunning(); part = (part + 0.01) % 1) {
    await node.beat(job, part)
    await sleep(BEAT_EVERY_MS)
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
