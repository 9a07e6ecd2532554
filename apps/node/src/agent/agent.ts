import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppManifest } from '@infra/protocol/apps/app'
import type { AwayReason, Disk, Hardware, SandboxLevel } from '@infra/protocol/nodes'
import { holdLock } from '@infra/weights/hold-lock'
import type { Weights } from '@infra/weights/weights'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Adapters } from '../adapters/adapters.ts'
import { NO_DESKTOPS } from '../availability/describe-away.ts'
import { type MachineReader, openMachine } from '../availability/read-machine.ts'
import { findUnreported, watchAvailability } from '../availability/watch-availability.ts'
import { type Bandwidth, limitBandwidth } from '../bandwidth/limit-bandwidth.ts'
import type { Config } from '../config.ts'
import { createLog, type Log } from '../log.ts'
import { describeConfinement } from '../sandbox/describe-confinement.ts'
import { endOrphans } from '../sandbox/end-orphans.ts'
import { openSandbox, type Sandbox } from '../sandbox/sandbox.ts'
import { performAttempt } from './attempt.ts'
import { claimJobs } from './claim-loop.ts'
import { describeAgent } from './describe-run.ts'
import { fetchingLog, fetchPacks, hasWeights, needsTime, openNodeWeights } from './fetch-weights.ts'
import { threadsFor } from './hardware.ts'
import { openLinked } from './link.ts'
import { makeRoom, type Room } from './make-room.ts'
import { openNodeKey } from './node-key.ts'
import { type JobPlan, planJobs } from './plan-jobs.ts'
import { IDLE_BACKOFF_MS_MAX, untilAnswered } from './retry.ts'
import { type RunningJob, trackJobs } from './running-jobs.ts'
import { createLogSender, teeLog } from './send-log.ts'
import { type ServedApps, serveApps } from './served-apps.ts'
import { createSession, type NodeCall, type Opened, type Session } from './session.ts'
import { Stopped } from './stopped.ts'
import { type DiskWatch, freeMb, isShort, neededMb, watchDisk } from './watch-disk.ts'

export interface AgentOptions {
  config: Config
  log: Log
  /** Shows text to the person at the terminal, whatever the log level. */
  say: (text: string) => void
  /** After the first sign-in. */
  onReady: (agent: RunningAgent) => void
  /** Called after each sign-in, including the first. */
  onSignedIn?: (opened: Opened) => void
  /** Called at the start while the network doesn't respond. */
  onUnreachable?: () => void
  /** Progress of fetching weights, for the program that started us. */
  onFetching?: (sentence: string) => void
  /** Aborts when no more jobs should be taken. */
  drain: AbortSignal
  /** Aborts when running jobs should be returned instead of finished. */
  release: AbortSignal
  /** Another machine's readings, for tests. */
  machine?: MachineReader
}

/** For the terminal. */
export interface RunningAgent {
  account: Pick<PrivateKeyAccount, 'address'>
  slots: number
  hardware: Hardware
  machine: MachineReader
  jobs: () => RunningJob[]
  away: () => AwayReason | undefined
  togglePause: () => void
  call: NodeCall
  bandwidth: Bandwidth
  rest: Room['rest']
}

/** Runs jobs until asked to drain, or until the network no longer wants it; then it throws a `Stopped`. */
export async function runAgent(given: AgentOptions): Promise<void> {
  const { options, stopSending } = sendingLog(given)
  const { config, log } = options
  const unlock = await holdDataDir(config.dataDir)
  try {
    const scratch = join(config.dataDir, 'scratch')
    // Cleans up after a kill -9; the folder is only ours now.
    await endOrphans(scratch).catch((error) => log.debug(`Orphans were not looked for: ${error.message}`))
    await rm(scratch, { recursive: true, force: true })
    await mkdir(scratch, { recursive: true })
    await runHeld(options, scratch, await openNodeKey(config))
    await rm(scratch, { recursive: true, force: true })
    log.info('Stopped.')
  } finally {
    stopSending()
    unlock()
  }
}

/** Also sends what is written to the log, if the operator wants that. Never what only helps to find bugs in the agent. */
function sendingLog(given: AgentOptions): { options: AgentOptions; stopSending: () => void } {
  const { config, log, onReady } = given
  if (!config.sendsLog) return { options: given, stopSending: () => {} }
  const secrets = [config.linkToken, config.imagine?.key, config.write?.key].filter(
    (key) => key !== undefined,
  )
  const sender = createLogSender({ secrets })
  const sent = createLog(config.logLevel === 'debug' ? 'info' : config.logLevel, sender.write)
  const options: AgentOptions = {
    ...given,
    log: teeLog(log, sent),
    onReady: (agent) => {
      sender.start(agent.call)
      onReady(agent)
    },
  }
  return { options, stopSending: sender.stop }
}

/** Two agents on one folder would act as the same node. */
export async function holdDataDir(dataDir: string): Promise<() => void> {
  await mkdir(dataDir, { recursive: true })
  const unlock = holdLock(join(dataDir, 'lock'))
  if (unlock) return unlock
  throw new Error(
    `A node is already running on ${dataDir}. Give this one a folder of its own: NODE_DATA_DIR=...`,
  )
}

async function runHeld(options: AgentOptions, scratch: string, account: PrivateKeyAccount): Promise<void> {
  const { config, log, drain, release, machine = openMachine() } = options
  await refuseUnreported(options, machine)
  const plan = await planJobs(config, log)
  const { hardware, adapters, apps, slots } = plan
  const sandbox = openJobSandbox(config, slots, scratch)
  const fetching = fetchingLog(log, options.onFetching)
  const ending = new AbortController()
  const bandwidth = limitBandwidth(config.bandwidth)
  const downloads = { pace: bandwidth.down, signal: ending.signal }
  const weights = await openNodeWeights(config.weights, plan.space, fetching, downloads)
  const level = await measureSandbox(sandbox, log)
  const served = serveApps(apps, {
    canServe: async (app) =>
      (await hasRemote(adapters, app, log)) && (await hasWeights(weights, app, plan.takesTurns, fetching)),
    without: await appsNotYet(config, plan, weights, log),
    onChange: () => signInAgain(session, drain, log),
  })
  const jobs = trackJobs()
  const signal = AbortSignal.any([release, ending.signal])
  const room = makeRoom({ reopen: (holding) => session.reopen(holding), sandbox, jobs, log, signal })
  const { away, rest } = room
  const disk = await watchOwnDisk(options, { apps, slots }, () => signInAgain(session, drain, log))
  const profile = { account, hardware, sandbox: level, slots, apps: served.list, away, disk: disk.latest }
  const session = createSession({ ...config, ...profile, onOpened: options.onSignedIn })
  const watched = { limits: config.availability, machine, ourPids: sandbox.pids, onChange: room.change }
  const availability = await watchAvailability(watched)

  const opened = await openLinked(session, { ...options, ...config, account, signal: drain })
  room.signedIn()
  logOnline(options, account, opened, served)
  const { togglePause } = availability
  const { call } = session
  const shown = { account, hardware, machine, jobs: jobs.list, away, rest, togglePause, call, bandwidth }
  options.onReady({ ...shown, slots: opened.slots })
  const fetched = fetchPacks(weights, plan, config.bandwidth, served.suspend, fetching, ending.signal)
  const threads = threadsFor(hardware, slots, config.hardware)
  const findApp = (id: string) => apps.find((app) => app.id === id)
  const suspend = suspending(served, log)
  const tools = { session, sandbox, adapters, weights, bandwidth, account, jobs, log }
  const own = { threads, findApp, suspend, served: describeAgent(), released: release, left: room.left }
  try {
    await claimJobs({
      call,
      slots: opened.slots,
      holding: () => jobs.list().map(({ attemptId }) => attemptId),
      perform: (assignment) => performAttempt({ ...tools, ...own }, assignment),
      log,
      signal: AbortSignal.any([drain, session.over]),
    })
  } finally {
    availability.stop()
    disk.stop()
    sandbox.close()
    served.stop()
    ending.abort(new Error('The node stops.'))
    await endSession(session, log)
    await fetched
  }
  session.over.throwIfAborted()
}

/** What runs the jobs. */
function openJobSandbox({ weights, hardware }: Config, slots: number, scratch: string): Sandbox {
  const readable = [weights.cache, ...(weights.folder ? [weights.folder] : [])]
  // One more than there are slots, for the child that checks pictures.
  return openSandbox({ scratch, readable, childrenMax: slots + 1, coresMax: hardware.cores })
}

async function refuseUnreported(
  { config: { availability }, log }: AgentOptions,
  machine: MachineReader,
): Promise<void> {
  const unreported = await findUnreported(availability, machine)
  if (unreported) throw new Stopped('misused', unreported)
  if (availability.idleMinutes !== undefined && !machine.seesDesktops) log.warn(NO_DESKTOPS)
}

function logOnline(
  { config, log }: AgentOptions,
  { address }: PrivateKeyAccount,
  { warnings, slots }: Opened,
  served: ServedApps,
): void {
  for (const warning of warnings) log.warn(warning)
  const ids = served.list().map(({ id }) => id)
  log.info(`Node "${config.name}" (${address}) is online: ${slots} at once, ${ids.join(', ')}.`)
}

function suspending(served: ServedApps, log: Log) {
  return (appId: string, why: string) => {
    log.warn(`"${appId}" is not served for a while. ${why}`)
    served.suspend(appId)
  }
}

/** Logs how jobs are confined here, and returns what to report to the network: undefined if no child process starts. */
async function measureSandbox(sandbox: Sandbox, log: Log): Promise<SandboxLevel | undefined> {
  try {
    const confinement = await sandbox.confinement()
    const say = confinement.level === 'full' ? log.debug : log.warn
    say(describeConfinement(confinement))
    return confinement.level
  } catch (error) {
    // Every job would fail with this; the operator should see it before the first.
    log.error((error as Error).message)
  }
}

async function watchOwnDisk(
  { config, log }: AgentOptions,
  needs: { apps: readonly AppManifest[]; slots: number },
  onChange: () => void,
): Promise<DiskWatch> {
  const warn = (disk: Disk) => {
    if (isShort(disk))
      log.warn(`Only ${disk.freeMb} MB of disk space are free, and jobs need ${disk.neededMb} MB.`)
  }
  const watch = await watchDisk({
    measure: async () => ({
      freeMb: await freeMb([config.dataDir, config.weights.cache]),
      neededMb: await neededMb({ ...config, ...needs }),
    }),
    onChange: (disk) => {
      warn(disk)
      onChange()
    },
  })
  const disk = watch.latest()
  if (disk) warn(disk)
  return watch
}

/** Signing in reports to the network what we serve. */
function signInAgain(session: Session, signal: AbortSignal, log: Log): void {
  untilAnswered(() => session.reopen(), { signal, maxMs: IDLE_BACKOFF_MS_MAX }).catch((error) => {
    if (!signal.aborted) log.warn(error.message)
  })
}

const REACH_MS = 5_000

/**
 * Apps that can't be served yet, because their jobs would fail: those whose program isn't running, and those whose weights take too long to
 * fetch.
 */
async function appsNotYet(
  { bandwidth }: Config,
  { adapters, apps }: JobPlan,
  weights: Weights,
  log: Log,
): Promise<string[]> {
  const able = await Promise.all(
    apps.map(
      async (app) => (await hasRemote(adapters, app, log)) && !(await needsTime(weights, app, bandwidth)),
    ),
  )
  return apps.filter((_, at) => !able[at]).map(({ id }) => id)
}

async function hasRemote(adapters: Adapters, app: AppManifest, log: Log): Promise<boolean> {
  try {
    await adapters[app.id]?.check(AbortSignal.timeout(REACH_MS))
    return true
  } catch (error) {
    // Retried later; the other apps don't need it.
    log.warn(`"${app.id}" is not served: ${(error as Error).message}`)
    return false
  }
}

async function endSession(session: Session, log: Log): Promise<void> {
  if (session.over.aborted) return
  await session
    .end()
    .catch((error) => log.debug(`The network was not notified that this node stops: ${error.message}`))
}
