import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { signInPerson } from './callers.ts'
import type { Curve } from './draw-curve.ts'
import { idOfNumber, insertEnded } from './fill-jobs.ts'
import { cpuMsOf, percentile, rssBytesOf } from './measure.ts'
import { type OneApi, startOneApi } from './one-api.ts'
import type { Result } from './results.ts'

const SIZES = [100, 1_000, 5_000]
/** So many that even few watchers use CPU enough to be counted. */
const WRITES = 30_000
const EVENTS_MAX = 100
const AT_ONCE = 50

interface Told {
  bytesEach: number
  cpuMs: number
  lastMs: number
}

/**
 * People who watch the feed: what each costs in memory, what an event costs that goes to all of them, and how long until the last
 * has it. The reference, in the same run: `node:http` that writes the same event to as many open answers.
 */
export async function streams(): Promise<Result> {
  const api = await startOneApi()
  const raw = fork(fileURLToPath(new URL('references/raw-streams.ts', import.meta.url)))
  try {
    const [port] = (await once(raw, 'message')) as [number]
    const { address } = await signInPerson(api)
    const told: { size: number; ours: Told; theirs: Told }[] = []
    for (const size of SIZES) {
      const event = { text: '' }
      const ours = await watch(`${api.prefix}/job/finished/events`, size, {
        pid: api.pid,
        happen: (number) => finishJob(api, address, size * EVENTS_MAX + number),
        hear: (text) => {
          event.text = text
        },
      })
      const theirs = await watch(`http://127.0.0.1:${port}/`, size, {
        pid: raw.pid!,
        happen: async () => void raw.send(event.text),
      })
      console.log(
        `${size} watchers: ${inWords(ours)}; node:http: ${inWords(theirs)}; an event is ${event.text.length} bytes`,
      )
      told.push({ size, ours, theirs })
    }
    const { ours, theirs } = told.at(-1)!
    return {
      figures: [
        { what: 'event to the last of 5,000', value: ours.lastMs, unit: 'ms', atMost: 150 },
        { what: 'the same from node:http', value: theirs.lastMs, unit: 'ms' },
        { what: 'memory of a watcher', value: ours.bytesEach / 1000, unit: 'kB', atMost: 30 },
        { what: 'in node:http', value: theirs.bytesEach / 1000, unit: 'kB' },
        { what: 'memory', value: ours.bytesEach / theirs.bytesEach, unit: 'x', atMost: 1.5 },
        { what: 'broadcast CPU', value: ours.cpuMs / theirs.cpuMs, unit: 'x', atMost: 1.5 },
      ],
      curves: [curveOf(told)],
    }
  } finally {
    raw.kill()
    await api.stop()
  }
}

async function watch(
  url: string,
  size: number,
  server: { pid: number; happen: (number: number) => Promise<void>; hear?: (text: string) => void },
): Promise<Told> {
  const rssBefore = rssBytesOf(server.pid)
  const watchers = await openWatchers(url, size)
  await sleep(1_000)
  const bytesEach = (rssBytesOf(server.pid) - rssBefore) / size
  const events = Math.min(EVENTS_MAX, Math.ceil(WRITES / size))
  const times: number[] = []
  const before = cpuMsOf(server.pid)
  for (let event = 0; event < events; event++) {
    const heard = Promise.all(watchers.map(next))
    const start = performance.now()
    await server.happen(event)
    const [text] = await heard
    times.push(performance.now() - start)
    server.hear?.(text!)
  }
  const cpuMs = (cpuMsOf(server.pid) - before) / events
  for (const watcher of watchers) watcher.destroy()
  await sleep(1_000)
  return { bytesEach, cpuMs, lastMs: percentile(times, 0.5) }
}

async function openWatchers(url: string, size: number): Promise<Socket[]> {
  const { hostname, port, host, pathname } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\n\r\n`
  const open: Socket[] = []
  while (open.length < size) {
    const more = Array.from({ length: Math.min(AT_ONCE, size - open.length) }, async () => {
      const socket = connect(Number(port), hostname)
      socket.write(request)
      // Once the head is here, we are subscribed.
      await once(socket, 'data')
      return socket
    })
    open.push(...(await Promise.all(more)))
  }
  return open
}

/** The next event, as it was written; a comment that only keeps the line open is none. */
function next(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const hear = (bytes: Buffer) => {
      text += bytes
      const event = /(?:^|\n)((?:id: \d+\n)?event: job\ndata: .*\n\n)/.exec(text)?.[1]
      if (!event) return
      socket.off('data', hear)
      resolve(event)
    }
    socket.on('data', hear)
  })
}

/** Publishes a finished job, as another API process would. */
async function finishJob({ database }: OneApi, person: string, number: number): Promise<void> {
  await insertEnded(database, { from: number, to: number, person })
  await database.query('select pg_notify($1, $2)', [
    'infra_notifications',
    JSON.stringify({ from: 'bench', rings: [['feed', idOfNumber(number)]] }),
  ])
}

const inWords = ({ bytesEach, cpuMs, lastMs }: Told) =>
  `${(bytesEach / 1000).toFixed(1)} kB each, ${cpuMs.toFixed(1)} ms of CPU an event, ${lastMs.toFixed(0)} ms to the last`

function curveOf(told: { size: number; ours: Told; theirs: Told }[]): Curve {
  const line = (name: string, pick: (of: (typeof told)[number]) => Told) => ({
    name,
    points: told.map((of): [number, number] => [of.size, (1000 * pick(of).cpuMs) / of.size]),
  })
  return {
    name: 'streams',
    title: 'What telling one watcher of an event costs',
    across: 'people who watch the feed',
    up: 'µs of CPU a watcher and event',
    lines: [line('Infra', ({ ours }) => ours), line('node:http', ({ theirs }) => theirs)],
  }
}
