import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findApp } from '@infra/protocol/apps/catalogue'
import { type Call, createClient } from '@infra/protocol/client'
import { uploadFile } from '@infra/protocol/files'
import { cancelJob, getJob, type Job, submitJob } from '@infra/protocol/jobs'
import { createLinkToken, listNodes } from '@infra/protocol/nodes'
import sharp from 'sharp'
import { signInWithCredits } from './callers.ts'
import { percentile, timed } from './measure.ts'
import { startOneApi } from './one-api.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const WEIGHTS_CACHE = join(ROOT, 'node_modules/.cache/infra-weights')
const RUN_JOB = join(ROOT, 'apps/node/src/sandbox/run-job.ts')
const RUNNERS = join(ROOT, 'apps/node/src/runners/runners.ts')
const ROUNDS = 3

/** The goal applies only to jobs that take at least this long. */
const LONG_MS = 5_000

/** Like the agent with one job at a time, which leaves a core to the machine's owner. */
const THREADS = Math.max(1, availableParallelism() - 1)

interface Task {
  appId: string
  input: Record<string, string | number>
  files: Record<string, Buffer>
}

/**
 * Measures what the network adds to an app: a whole job, from submitting until it is finished (queue, claim, files there and back,
 * inspection, safety check, receipt), against the same runner with the same weights and threads in a child process of ours, with only
 * the model and its input. Both are warm; the median of three rounds counts. Also measures how many steps of progress a person sees, and
 * how soon after cancelling a job the node has begun the next one.
 */
export async function apps(): Promise<string> {
  const api = await startOneApi({ WEIGHTS_CACHE })
  const folder = await mkdtemp(join(tmpdir(), 'infra-bench-apps-'))
  const { token } = await (await signInWithCredits(api))(createLinkToken)
  const agent = startAgent(api.prefix, token, folder)
  try {
    await untilOnline(api.prefix)
    const ratios: string[] = []
    const frees: number[] = []
    const list = await tasks()
    for (const task of list) {
      // All apps together take longer than the five minutes of a token.
      const person = await signInWithCredits(api)
      const { whole, bare, job, steps } = await compare(person, task, folder)
      if (task.appId === 'speak') list.push(await transcribing(api.prefix, job))
      const freed = await cancelInTheMiddle(person, task, whole)
      frees.push(freed)
      const ratio = (whole / bare).toFixed(2)
      console.log(
        `${task.appId}: job ${seconds(whole)}, runner alone ${seconds(bare)}, ratio ${ratio}, ${steps} steps, free ${seconds(freed)} after cancelling`,
      )
      if (bare >= LONG_MS) ratios.push(`${task.appId} ${ratio}`)
    }
    console.log(
      `after cancelling, the node has begun with the next job within ${seconds(Math.max(...frees))}`,
    )
    return `whole job / runner alone, where that takes over ${LONG_MS / 1000} s = ${ratios.join(', ')}`
  } finally {
    const gone = once(agent, 'exit')
    agent.kill('SIGTERM')
    await gone
    await api.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(person: Call, task: Task, folder: string) {
  // The first run of each loads the model.
  const { job } = await runJob(person, task)
  const runner = await startRunner(task, job.input, folder)
  const [wholes, bares]: [number[], number[]] = [[], []]
  let steps = 0
  try {
    await runner.run()
    for (let round = 0; round < ROUNDS; round++) {
      const ran = await runJob(person, task)
      wholes.push(tookMs(ran.job))
      steps = Math.max(steps, ran.steps)
      bares.push(await timed(runner.run))
    }
  } finally {
    runner.end()
  }
  return { whole: percentile(wholes, 0.5), bare: percentile(bares, 0.5), job, steps }
}

/** From submitting to the result, by the network's own times. */
const tookMs = (job: Job) => job.finishedAt!.getTime() - job.createdAt.getTime()

async function order(person: Call, { appId, input, files }: Task): Promise<string> {
  const named: Record<string, unknown> = { ...input }
  for (const [field, bytes] of Object.entries(files)) {
    named[field] = (await person(uploadFile, { file: new Blob([new Uint8Array(bytes)]) })).id
  }
  return (await person(submitJob, { body: { appId, input: named } })).id
}

/** Waits until the job is finished, and counts the steps that a person saw. */
async function runJob(person: Call, task: Task): Promise<{ job: Job; steps: number }> {
  const id = await order(person, task)
  const seen = new Set<string>()
  for (;;) {
    const job: Job = await person(getJob, { params: { id } })
    if (job.status === 'finished') return { job, steps: seen.size }
    if (job.status !== 'queued' && job.status !== 'running')
      throw new Error(`${task.appId} ended as ${job.status}, ${job.reason}.`)
    if (job.status === 'running')
      seen.add(`${job.progress.part} ${job.progress.stage} ${job.partialText?.length}`)
    await sleep(100)
  }
}

/** The node does one job at a time: once the next has begun, it has freed what the cancelled one used. */
async function cancelInTheMiddle(person: Call, task: Task, wholeMs: number): Promise<number> {
  const id = await order(person, task)
  await sleep(wholeMs / 2)
  const cancelled = await person(cancelJob, { params: { id } }).catch(() => undefined)
  if (!cancelled) return 0
  const { job } = await runJob(person, { appId: 'echo', input: { text: 'next', seconds: 0 }, files: {} })
  return job.startedAt!.getTime() - job.createdAt.getTime()
}

/** The agent's own child, without the agent. */
async function startRunner({ appId, files }: Task, input: Job['input'], folder: string) {
  const scratch = await mkdtemp(join(folder, 'runner-'))
  const paths: Record<string, string> = {}
  for (const [field, bytes] of Object.entries(files)) {
    paths[field] = join(scratch, `input-${field}`)
    await writeFile(paths[field], bytes)
  }
  const child = spawn(process.execPath, [RUN_JOB, RUNNERS, appId], {
    stdio: ['pipe', 'inherit', 'inherit', 'pipe'],
  })
  const reports = reportsOf(child.stdio[3] as Readable)
  await reports.next()
  const order = { input, files: paths, weights: await weightsOf(appId), threads: THREADS }
  const run = async () => {
    child.stdin!.write(`${JSON.stringify(order)}\n`)
    for (;;) {
      const { value } = await reports.next()
      if (value?.is === 'done') return
      if (!value || value.is === 'failed') throw new Error(value?.detail ?? 'The child ended.')
    }
  }
  return { run, end: () => child.kill('SIGKILL') }
}

interface Report {
  is: string
  detail?: string
  outputs?: { bytes?: number }[]
}

/** As the agent reads them (see `apps/node/src/sandbox/frames.ts`), except for the files, which are not needed here. */
async function* reportsOf(stream: Readable): AsyncGenerator<Report> {
  let kept = Buffer.alloc(0)
  let skipped = 0
  for await (const chunk of stream) {
    kept = Buffer.concat([kept, chunk])
    for (;;) {
      const passed = Math.min(skipped, kept.length)
      kept = kept.subarray(passed)
      skipped -= passed
      const length = kept.length < 4 ? Number.POSITIVE_INFINITY : kept.readUInt32LE()
      if (skipped > 0 || kept.length < 4 + length) break
      const report: Report = JSON.parse(kept.toString('utf8', 4, 4 + length))
      kept = kept.subarray(4 + length)
      skipped = (report.outputs ?? []).reduce((sum, { bytes = 0 }) => sum + bytes, 0)
      yield report
    }
  }
}

async function weightsOf(appId: string): Promise<Record<string, string>> {
  const here = await readdir(WEIGHTS_CACHE)
  const folders = findApp(appId)!.weights.map((pack) => {
    const name = here.find((entry) => entry.startsWith(`${pack}-`))
    if (!name) throw new Error(`The weights "${pack}" are not here.`)
    return [pack, join(WEIGHTS_CACHE, name)]
  })
  return Object.fromEntries(folders)
}

function startAgent(prefix: string, token: string, folder: string): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'apps/node/src/main.ts')], {
    env: {
      ...process.env,
      API_URL: prefix,
      NODE_DATA_DIR: join(folder, 'node'),
      NODE_NAME: 'Bench',
      NODE_SLOTS: '1',
      LINK_TOKEN: token,
      WEIGHTS_CACHE,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

async function untilOnline(prefix: string): Promise<void> {
  const visitor = createClient({ prefix })
  for (;;) {
    const { items } = await visitor(listNodes)
    if (items.some(({ state }) => state === 'online')) return
    await sleep(200)
  }
}

/** One app speaks a text, another transcribes it. */
async function transcribing(prefix: string, { outputs }: Job): Promise<Task> {
  const spoken = await fetch(new URL(outputs[0]!.url!, prefix))
  const audio = Buffer.from(await spoken.arrayBuffer())
  return { appId: 'transcribe', input: { model: 'base' }, files: { audio } }
}

async function tasks(): Promise<Task[]> {
  const draw = (content: string, width = 240, height = 180) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
      ),
    )
      .removeAlpha()
      .png()
      .toBuffer()
  const scene =
    '<rect width="100%" height="120" fill="#9db4c0"/><rect y="120" width="100%" height="60" fill="#6b705c"/>'
  const ball = '<circle cx="110" cy="80" r="34" fill="#c1121f"/>'
  const image = await draw(scene + ball)
  const mask = await draw('<rect width="100%" height="100%"/><circle cx="110" cy="80" r="40" fill="#fff"/>')
  const text =
    'Seven quiet machines finished their work before the sun came up over the harbour, and nobody had asked them to. '.repeat(
      2,
    )
  return [
    { appId: 'upscale', input: {}, files: { image } },
    { appId: 'speak', input: { text, voice: 'fast', speed: 1 }, files: {} },
    { appId: 'erase-fill', input: {}, files: { image, mask } },
    { appId: 'expand-photo', input: { left: 0, right: 60, top: 0, bottom: 0 }, files: { image } },
    {
      appId: 'story-teller',
      input: { prompt: 'Lily found a warm stone', length: 250, temperature: 0.8, seed: 7 },
      files: {},
    },
    { appId: 'cut-out', input: { subject: 'object', background: 'transparent' }, files: { image } },
    { appId: 'find-objects', input: { score: 0.5 }, files: { image } },
    { appId: 'vectorise', input: { colors: 'color' }, files: { image } },
    { appId: 'read-text', input: { layout: 'auto' }, files: { image } },
  ]
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
