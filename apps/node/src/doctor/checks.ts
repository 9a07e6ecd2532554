import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppManifest } from '@infra/protocol/apps/app'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { getNode, NODE_PROTOCOL } from '@infra/protocol/nodes'
import { Refusal } from '@infra/protocol/refusal'
import { type HeldPack, openWeights, type Weights } from '@infra/weights/weights'
import sharp from 'sharp'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { openAdapters } from '../adapters/adapters.ts'
import { findNodeKey } from '../agent/node-key.ts'
import { type JobPlan, planJobs } from '../agent/plan-jobs.ts'
import { caller, requestChallenge } from '../agent/session.ts'
import { Stopped } from '../agent/stopped.ts'
import { awayWords, NO_DESKTOPS } from '../availability/describe-away.ts'
import { openMachine } from '../availability/read-machine.ts'
import { findUnreported, hasLimits, watchAvailability } from '../availability/watch-availability.ts'
import { limitBandwidth } from '../bandwidth/limit-bandwidth.ts'
import type { Config } from '../config.ts'
import { createLog } from '../log.ts'
import { runners } from '../runners/runners.ts'
import { describeConfinement } from '../sandbox/describe-confinement.ts'
import { openSandbox } from '../sandbox/sandbox.ts'
import { packs as allPacks } from '../weights/packs.ts'
import { samples } from './samples.ts'

/** Returns what it found; throws a sentence that says what is wrong and what to do. */
export interface Check {
  name: string
  run: () => Promise<string>
}

const DISK_BYTES_MIN = 1_000_000_000
const NODE_MAJOR_MIN = 26
const REACH_MS = 5_000

export async function checksFor(config: Config): Promise<Check[]> {
  const notes: string[] = []
  const plan = await planJobs(
    config,
    createLog('warn', (line) => notes.push(line)),
  )
  const served = plan.apps.filter(({ id }) => runners[id])
  const weights = openPlanned(config, plan)
  const packs = [...new Set(served.flatMap((app) => app.weights))]
  return [
    { name: 'Node.js', run: checkRuntime },
    { name: 'Hardware', run: async () => describeHardware(plan) },
    ...(notes.length > 0 ? [{ name: 'Apps', run: async () => notes.join(' ') }] : []),
    { name: 'Disk', run: () => checkDisk(config.dataDir) },
    { name: 'Sandbox', run: () => checkSandbox(config) },
    { name: 'Availability', run: () => checkAvailability(config) },
    { name: 'Network', run: () => checkNetwork(config) },
    { name: 'Linked', run: () => checkLinked(config) },
    ...packs.map((pack) => ({
      name: `Weights ${pack}`,
      run: async () => {
        const { folder, release } = await weights.hold(pack)
        release()
        return `in ${folder}`
      },
    })),
    ...served.map((app) => ({ name: `App ${app.id}`, run: () => runSample(config, weights, app) })),
    ...Object.entries(openAdapters(config)).map(([id, adapter]) => ({
      name: `App ${id}`,
      run: async () => {
        await adapter!.check(AbortSignal.timeout(REACH_MS))
        return 'the program that serves it answers'
      },
    })),
  ]
}

/** Needs no network and fetches nothing: a new version must pass these before it replaces the running one. */
export async function quickChecksFor(config: Config): Promise<Check[]> {
  const weights = openPlanned(config, await planJobs(config, createLog('silent')))
  const app = await appWithWeights(config, weights)
  return [
    { name: 'Node.js', run: checkRuntime },
    { name: 'Sandbox', run: () => checkSandbox(config) },
    { name: `App ${app.id}`, run: () => runSample(config, weights, app) },
  ]
}

/** An app that the node serves and has the weights of; else one that needs none. */
async function appWithWeights(config: Config, weights: Weights): Promise<AppManifest> {
  const tried = catalogue.filter(({ id }) => runners[id] && samples[id])
  const served = tried.filter(({ id }) => config.apps?.includes(id) ?? true)
  for (const app of served.toSorted((one, other) => other.weights.length - one.weights.length)) {
    const isHere = await Promise.all(app.weights.map((pack) => weights.isPresent(pack)))
    if (isHere.every(Boolean)) return app
  }
  return tried.find((app) => app.weights.length === 0)!
}

async function checkRuntime(): Promise<string> {
  const major = Number(process.versions.node.split('.')[0])
  if (major < NODE_MAJOR_MIN)
    throw new Error(`${process.version} is too old. Start with "npm run node", which brings its own.`)
  return process.version
}

/** Within the limits of the agent, which may be running meanwhile. */
function openPlanned({ weights, bandwidth }: Config, { space }: JobPlan): Weights {
  const pace = limitBandwidth(bandwidth).down
  return openWeights({ ...weights, space, pace, packs: allPacks, say: () => {} })
}

function describeHardware({ hardware, slots }: JobPlan): string {
  const { cores, memoryMb, mflops, platform } = hardware
  return `${cores} cores, ${memoryMb} MB, ${mflops} Mflops a core, ${platform}; ${slots} jobs at once`
}

async function checkDisk(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const { bavail, bsize } = await statfs(dataDir)
  const free = `${(Number(bavail * bsize) / 1e9).toFixed(1)} GB free in ${dataDir}`
  if (bavail * bsize < DISK_BYTES_MIN)
    throw new Error(`Only ${free}. Make room, or choose another NODE_DATA_DIR.`)
  return free
}

/** Weak or missing confinement is reported but isn't a failure: the node works, and the operator decides. */
async function checkSandbox(config: Config): Promise<string> {
  const root = await mkdtemp(join(config.dataDir, 'doctor-'))
  const sandbox = openSandbox({ scratch: root, readable: [], childrenMax: 1 })
  try {
    return describeConfinement(await sandbox.confinement())
  } finally {
    sandbox.close()
    await rm(root, { recursive: true, force: true })
  }
}

/** Whether the machine reports what the settings need, and whether it would take jobs now. */
async function checkAvailability({ availability: limits }: Config): Promise<string> {
  if (!hasLimits(limits)) return 'takes jobs at any time'
  const machine = openMachine()
  const unreported = await findUnreported(limits, machine)
  if (unreported) throw new Error(unreported)
  const watched = await watchAvailability({ limits, machine, ourPids: () => [], onChange: () => {} })
  const reason = watched.reason()
  watched.stop()
  const isBlind = limits.idleMinutes !== undefined && !machine.seesDesktops
  return `${reason ? `no jobs now: ${awayWords[reason]}` : 'takes jobs now'}${isBlind ? `. ${NO_DESKTOPS}` : ''}`
}

async function checkNetwork(config: Config): Promise<string> {
  const { apiPrefix, network } = config
  await requestChallenge(config, privateKeyToAddress(generatePrivateKey())).catch((cause) => {
    if (cause instanceof Stopped) throw cause
    throw new Error(`${apiPrefix} does not answer as an Infra API: ${cause.message} Check API_URL.`, {
      cause,
    })
  })
  return `${apiPrefix} answers for ${network.origin}; this agent speaks node protocol ${NODE_PROTOCOL}`
}

/** Checks without signing in, which would end a running agent's session. */
async function checkLinked(config: Config): Promise<string> {
  const account = await findNodeKey(config)
  if (!account) throw new Error('This node has no key yet. Run "infra-node link".')
  const call = caller(config.apiPrefix)
  const node = await call(getNode, { params: { id: account.address } }, { seconds: 10 }).catch((error) => {
    if (!(error instanceof Refusal && error.code === 'not_found')) throw error
    throw new Error(`${account.address} belongs to nobody yet. Run "infra-node link".`)
  })
  return `"${node.name}", ${node.state}, run by ${node.operator?.name ?? node.operator?.shortAddress ?? 'nobody'}`
}

/** A real job, in a real child. */
async function runSample(config: Config, weights: Weights, app: AppManifest): Promise<string> {
  const sample = samples[app.id]
  if (!sample) return 'has no sample job'
  const root = await mkdtemp(join(config.dataDir, 'doctor-'))
  const readable = [config.weights.cache, ...(config.weights.folder ? [config.weights.folder] : [])]
  const sandbox = openSandbox({ scratch: root, readable, childrenMax: 1 })
  const held = new Map<string, HeldPack>()
  try {
    const scratch = sandbox.scratchOf(app.id)
    for (const pack of app.weights) held.set(pack, await weights.hold(pack))
    const folders = [...held].map(([pack, { folder }]) => [pack, folder])
    const files: Record<string, string> = {}
    for (const [field, drawing] of Object.entries(sample.pictures ?? {})) {
      files[field] = join(scratch, `${field}.png`)
      await sharp(Buffer.from(drawing)).png().toFile(files[field])
    }
    if (sample.sound) {
      files.audio = join(scratch, 'audio.wav')
      await writeFile(files.audio, sample.sound)
    }
    const startedAt = performance.now()
    const outputs = await sandbox.run({
      appId: app.id,
      input: sample.input,
      files,
      scratch,
      weights: Object.fromEntries(folders),
      threads: 1,
      limits: app.limits,
      onProgress: () => {},
      onText: () => {},
      signal: new AbortController().signal,
    })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    return `${await sample.judge(outputs)} in ${seconds} s`
  } finally {
    for (const { release } of held.values()) release()
    sandbox.close()
    await rm(root, { recursive: true, force: true })
  }
}
