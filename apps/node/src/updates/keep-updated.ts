import {
  endNodeUpdate,
  getAgentRelease,
  PROBLEM_CHARACTERS_MAX,
  startNodeUpdate,
} from '@infra/protocol/updates/node-updates'
import { pause } from '@infra/weights/backoff'
import { IDLE_BACKOFF_MS_MAX, untilAnswered } from '../agent/retry.ts'
import type { NodeCall } from '../agent/session.ts'
import { agentVersion } from '../agent-version.ts'
import type { Bandwidth } from '../bandwidth/limit-bandwidth.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { checkRelease } from './check-release.ts'
import { prepareRelease, Unproven } from './prepare-release.ts'
import { changeUpdateState, programIn, readReleasedAt, readUpdateState } from './update-state.ts'

interface UpdateOptions {
  config: Config
  call: NodeCall
  bandwidth: Pick<Bandwidth, 'down'>
  log: Log
  /** The next version is ready: the agent should finish its jobs and exit. */
  onReady: (version: string) => Promise<void>
  /** This version, which was new, has been online for long enough. */
  onProven: () => void
  signal: AbortSignal
}

export interface Updates {
  /** The node has signed in and learned which version the network serves. */
  onServedVersion: (newest: string | undefined) => void
}

const CALL_SECONDS = 15
/** After a failure that may be temporary: no registry, no disk. */
const AGAIN_AFTER_MS = 60 * 60_000

/** Installs the network's releases of the agent, if its operator allows that. */
export function keepUpdated(options: UpdateOptions): Updates {
  const { config, log, signal } = options
  const { home, updates } = config
  const notBefore = new Map<string, number>()
  let isBusy = false

  async function update(home: string, newest: string): Promise<void> {
    const { failed } = await readUpdateState(home)
    if (failed?.version === newest) {
      // Reported to the network once per start, and then ignored.
      notBefore.set(newest, Infinity)
      return report(options, newest, failed.reason)
    }
    await take(options, home).catch(async (error) => {
      if (signal.aborted) return
      notBefore.set(newest, error instanceof Unproven ? Infinity : Date.now() + AGAIN_AFTER_MS)
      log.warn(`The agent stays at ${agentVersion}. ${error.message}`)
      await report(options, newest, error.message)
    })
  }

  let isSettled = !updates.isTrial
  const settle = async () => {
    isSettled = true
    isBusy = true
    await pause(updates.trialSeconds * 1000, signal)
    options.onProven()
    log.info(`Version ${agentVersion} of the agent is good.`)
    await report(options, agentVersion)
  }

  return {
    onServedVersion: (newest) => {
      if (!isSettled)
        return void settle()
          .catch((error) => log.debug(error.message))
          .finally(() => {
            isBusy = false
          })
      if (!home || !newest || newest === agentVersion || isBusy) return
      if (!updates.isOn) {
        if (!notBefore.has(newest))
          log.info(`The network has version ${newest} of the agent. ${updates.offBecause}`)
        notBefore.set(newest, Infinity)
        return
      }
      if (Date.now() < (notBefore.get(newest) ?? 0)) return
      isBusy = true
      void update(home, newest).finally(() => {
        isBusy = false
      })
    },
  }
}

async function take(options: UpdateOptions, home: string): Promise<void> {
  const { config, call, log, bandwidth, signal, onReady } = options
  const { signer = '', pin } = config.updates
  const signed = await call(getAgentRelease, {}, { seconds: CALL_SECONDS, signal })
  const installed = { version: agentVersion, releasedAt: await readReleasedAt(home), signer, pin }
  const verdict = await checkRelease(signed, installed)
  if (verdict.kind === 'keep') return log.debug(verdict.why)
  if (verdict.kind === 'refuse') throw new Unproven(verdict.problem)
  const { release } = verdict
  await untilGranted(options, release.version)
  log.info(`Installing version ${release.version} of the agent; jobs go on meanwhile.`)
  try {
    await prepareRelease({ ...config, home }, release, { signal, pace: bandwidth.down })
  } catch (error) {
    if (error instanceof Unproven)
      await changeUpdateState(home, {
        failed: { program: programIn(release.version), version: release.version, reason: error.message },
      })
    throw error
  }
  await changeUpdateState(home, { next: programIn(release.version) })
  await onReady(release.version)
}

/** Waits until few enough of the operator's other nodes update. */
async function untilGranted({ call, log, signal }: UpdateOptions, version: string): Promise<void> {
  for (let isLogged = false; ; isLogged = true) {
    const requestTurn = () => call(startNodeUpdate, { body: { version } }, { seconds: CALL_SECONDS, signal })
    const { isGranted, retryAfterSeconds } = await untilAnswered(requestTurn, {
      signal,
      maxMs: IDLE_BACKOFF_MS_MAX,
    })
    if (isGranted) return
    if (!isLogged) log.info(`Version ${version} of the agent waits until other nodes of yours have taken it.`)
    await pause(retryAfterSeconds * 1000, signal)
  }
}

/** Reports the outcome to the network, and so to the operator. */
async function report(
  { call, log, signal }: UpdateOptions,
  version: string,
  problem?: string,
): Promise<void> {
  const body = { version, problem: problem?.trim().slice(0, PROBLEM_CHARACTERS_MAX) }
  const reportEnd = () => call(endNodeUpdate, { body }, { seconds: CALL_SECONDS, signal })
  await untilAnswered(reportEnd, { signal, maxMs: IDLE_BACKOFF_MS_MAX }).catch((error) =>
    log.debug(`The network was not notified of the update: ${error.message}`),
  )
}
