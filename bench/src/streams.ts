import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { signInPerson } from './callers.ts'
import type { Curve } from './draw-curve.ts'
import { endPublicJob } from './fill-jobs.ts'
import { exactCpuMsOf, percentile, rssBytesOf } from './measure.ts'
import { startApi, startOneApi } from './one-api.ts'
import type { Result } from './results.ts'

const SIZES = [1_000, 2_500, 5_000, 10_000]
const PROCESSES = 2
const EVENTS = 8
const AT_ONCE = 50

/** Events within a second of each other are sent together, so this pause makes each measured by itself. */
const APART_MS = 1_200

/** For the server's own work after the last watcher has the event. */
const SETTLED_MS = 100

/** As many jobs as end per second on a network with a million jobs per day. */
const BURST_PER_SECOND = 12
const BURST_SECONDS = 5

interface Broadcast {
  bytesEach: number
  /** The cost of sending one event to all watchers. */
  cpuMs: number
  lastMs: number
  eventBytes: number
}

/** A server under test: its processes, and how to make it send an event on all of its streams. */
interface Streaming {
  urls: string[]
  pids: number[]
  /** Before the first stream was open. */
  rssBytes: number
  sendEvent: () => Promise<void>
}

interface Size {
  size: number
  ours: Broadcast
  theirs: Broadcast
  bare: Broadcast
}

/**
 * Measures people who watch the feed, half of them at each of two API processes: the memory of each, the CPU of an event to all of them,
 * and the time until the last one has it. The references, in the same run: two processes of `node:http` that write the same event to as
 * many open responses, and the same processes writing the same bytes to the sockets of those responses, which is the least that Node.js
 * can do.
 */
export async function streams(): Promise<Result> {
  const api = await startOneApi()
  const second = await startApi(api)
  const raws = Array.from({ length: PROCESSES }, () =>
    fork(fileURLToPath(new URL('references/raw-streams.ts', import.meta.url))),
  )
  try {
    const { address } = await signInPerson(api)
    let number = 0
    const pids = [api.pid, second.pid]
    const infra: Streaming = {
      urls: [api, second].map(({ prefix }) => `${prefix}/job/finished/events`),
      pids,
      rssBytes: rssBytesOfAll(pids),
      sendEvent: () => endPublicJob(api.database, address, ++number),
    }
    const event = { text: '' }
    const plain = await plainStreaming(raws, event)
    const sizes: Size[] = []
    let burstMs = 0
    for (const size of SIZES) {
      const watchers = await openWatchers(infra.urls, size)
      const ours = await measureBroadcast(infra, watchers)
      event.text = ours.text
      if (size === SIZES.at(-1)) burstMs = await burst(infra, watchers)
      await close(watchers)
      const others = await openWatchers(plain.urls, size)
      const theirs = await measureBroadcast(plain, others)
      const bare = await measureBroadcast({ ...plain, sendEvent: plain.sendBare }, others)
      await close(others)
      sizes.push({ size, ours, theirs, bare })
      console.log(`${size} watchers: ${inWords(ours)}; node:http: ${inWords(theirs)}; bare: ${inWords(bare)}`)
    }
    return { figures: figuresOf(sizes.at(-1)!, burstMs), curves: [curveOf(sizes)] }
  } finally {
    for (const raw of raws) raw.kill()
    await second.stop()
    await api.stop()
  }
}

async function plainStreaming(
  raws: ChildProcess[],
  event: { text: string },
): Promise<Streaming & { sendBare: () => Promise<void> }> {
  const ports = await Promise.all(raws.map(async (raw) => ((await once(raw, 'message')) as [number])[0]))
  const pids = raws.map(({ pid }) => pid!)
  const write = async (bare: boolean) => {
    for (const raw of raws) raw.send({ text: event.text, bare })
  }
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}/`),
    pids,
    rssBytes: rssBytesOfAll(pids),
    sendEvent: () => write(false),
    sendBare: () => write(true),
  }
}

const rssBytesOfAll = (pids: number[]) => pids.reduce((sum, pid) => sum + rssBytesOf(pid), 0)

async function measureBroadcast(
  server: Streaming,
  watchers: Socket[],
): Promise<Broadcast & { text: string }> {
  await sleep(APART_MS)
  const bytesEach = (rssBytesOfAll(server.pids) - server.rssBytes) / watchers.length
  const measured: { cpuMs: number; lastMs: number }[] = []
  let event = { frame: '', text: '' }
  for (let number = 0; number < EVENTS; number++) {
    let lastMs = 0
    const cpuMs = await cpuMsWhile(server.pids, async () => {
      const received = Promise.all(watchers.map(next))
      const startedAt = performance.now()
      await server.sendEvent()
      event = (await received)[0]!
      lastMs = performance.now() - startedAt
      await sleep(SETTLED_MS)
    })
    measured.push({ cpuMs, lastMs })
    await sleep(APART_MS)
  }
  return {
    bytesEach,
    cpuMs: percentile(
      measured.map(({ cpuMs }) => cpuMs),
      0.5,
    ),
    lastMs: percentile(
      measured.map(({ lastMs }) => lastMs),
      0.5,
    ),
    eventBytes: Buffer.byteLength(event.frame),
    text: event.text,
  }
}

async function close(watchers: Socket[]): Promise<void> {
  for (const watcher of watchers) watcher.destroy()
  await sleep(1_000)
}

/** CPU milliseconds of one result to one watcher while many jobs end. */
async function burst(server: Streaming, watchers: Socket[]): Promise<number> {
  const received = { events: 0 }
  for (const watcher of watchers)
    watcher.on('data', (bytes: Buffer) => {
      received.events += bytes.toString('latin1').split('event: finished').length - 1
    })
  const jobs = BURST_PER_SECOND * BURST_SECONDS
  const start = performance.now()
  const cpuMs = await cpuMsWhile(server.pids, async () => {
    for (let job = 0; job < jobs; job++) {
      await server.sendEvent()
      await sleep(Math.max(0, start + ((job + 1) * 1_000) / BURST_PER_SECOND - performance.now()))
    }
    while (received.events < jobs * watchers.length) await sleep(100)
  })
  return cpuMs / jobs / watchers.length
}

async function cpuMsWhile(pids: number[], work: () => Promise<unknown>): Promise<number> {
  const used = () => pids.reduce((sum, pid) => sum + exactCpuMsOf(pid), 0)
  const before = used()
  await work()
  return used() - before
}

/** Opened at each address in turn. */
async function openWatchers(urls: string[], size: number): Promise<Socket[]> {
  const open: Socket[] = []
  while (open.length < size) {
    const more = Array.from({ length: Math.min(AT_ONCE, size - open.length) }, (_, place) =>
      openWatcher(urls[place % urls.length]!),
    )
    open.push(...(await Promise.all(more)))
  }
  return open
}

async function openWatcher(url: string): Promise<Socket> {
  const { hostname, port, host, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\n\r\n`)
  // Once the head has arrived, we are subscribed.
  const [head] = (await once(socket, 'data')) as [Buffer]
  if (!head.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(`Refused: ${head}`)
  return socket
}

/** The next event, also with its chunk frame. Comments that only keep the connection open are skipped. */
function next(socket: Socket): Promise<{ frame: string; text: string }> {
  return new Promise((resolve) => {
    let received = ''
    const receive = (bytes: Buffer) => {
      received += bytes
      const event = /[0-9a-f]+\r\n((?:id: \d+\n)?event: finished\ndata: .*\n\n)\r\n/.exec(received)
      if (!event) return
      socket.off('data', receive)
      resolve({ frame: event[0], text: event[1]! })
    }
    socket.on('data', receive)
  })
}

const microseconds = (size: number, { cpuMs }: Broadcast) => (1_000 * cpuMs) / size

function figuresOf({ size, ours, theirs, bare }: Size, burstMs: number): Result['figures'] {
  const each = microseconds(size, ours)
  return [
    { what: 'an event to one watcher', value: ours.eventBytes, unit: 'bytes', atMost: 300 },
    { what: `of ${size} watchers, CPU of an event to each`, value: each, unit: 'µs', atMost: 10 },
    { what: 'the same from node:http', value: microseconds(size, theirs), unit: 'µs' },
    { what: 'from bare sockets', value: microseconds(size, bare), unit: 'µs' },
    { what: 'against bare sockets', value: ours.cpuMs / bare.cpuMs, unit: 'x' },
    { what: 'broadcast CPU', value: ours.cpuMs / theirs.cpuMs, unit: 'x', atMost: 1.5 },
    {
      what: `CPU of a result to each where ${BURST_PER_SECOND} a second end`,
      value: 1_000 * burstMs,
      unit: 'µs',
      atMost: 10,
    },
    { what: `event to the last of ${size}`, value: ours.lastMs, unit: 'ms' },
    { what: 'the same from node:http', value: theirs.lastMs, unit: 'ms' },
    { what: 'memory of a watcher', value: ours.bytesEach / 1000, unit: 'kB', atMost: 30 },
    { what: 'in node:http', value: theirs.bytesEach / 1000, unit: 'kB' },
    { what: 'memory', value: ours.bytesEach / theirs.bytesEach, unit: 'x', atMost: 1.5 },
    { what: '100,000 watchers, CPU of an event to all', value: each / 10, unit: 's, extrapolated' },
    {
      what: '100,000 watchers, sent for an event',
      value: ours.eventBytes / 10,
      unit: 'MB, extrapolated',
    },
  ]
}

const inWords = ({ bytesEach, cpuMs, lastMs, eventBytes }: Broadcast) =>
  `${(bytesEach / 1000).toFixed(1)} kB each, ${eventBytes} bytes and ${cpuMs.toFixed(1)} ms of CPU an event, ${lastMs.toFixed(0)} ms to the last`

function curveOf(sizes: Size[]): Curve {
  const line = (name: string, pick: (of: Size) => Broadcast) => ({
    name,
    points: sizes.map((of): [number, number] => [of.size, microseconds(of.size, pick(of))]),
  })
  return {
    name: 'streams',
    title: 'What sending one watcher an event costs',
    across: 'people who watch the feed',
    up: 'µs of CPU a watcher and event',
    lines: [
      line('Infra', ({ ours }) => ours),
      line('node:http', ({ theirs }) => theirs),
      line('bare sockets', ({ bare }) => bare),
    ],
  }
}
