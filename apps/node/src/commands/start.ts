import { type RunningAgent, runAgent } from '../agent/agent.ts'
import { exitCodes, Stopped } from '../agent/stopped.ts'
import type { Config } from '../config.ts'
import { createLog, type Log } from '../log.ts'
import { openTerminal, type Terminal } from '../terminal/open-terminal.ts'
import { keepUpdated, type Updates } from '../updates/keep-updated.ts'

/** Running jobs that end within this time aren't given back. */
const GRACE_MS = 5_000
/** Before an update they get longer, and what remains then isn't held against anyone. */
const UPDATE_GRACE_MS = 5 * 60_000
/** How long signing off may take after that. */
const SIGN_OFF_MS_MAX = 8_000

/** Runs the node until it's asked to stop, and returns the exit code. */
export async function start(config: Config, plainLog: Log): Promise<number> {
  const drain = new AbortController()
  const release = new AbortController()
  let isReady = false
  let isUpdating = false
  let updates: Updates | undefined
  let newest: string | undefined
  const terminal = terminalOf(config, () => stop(GRACE_MS))
  const log = terminal ? createLog(config.logLevel, terminal.write) : plainLog
  const releaseNow = () => {
    release.abort(new Error('The agent is going away.'))
    setTimeout(() => process.exit(exitCodes.failed), SIGN_OFF_MS_MAX).unref()
  }
  const stop = (graceMs: number) => {
    // Still waiting to be linked, or for the API: there is nothing to give back.
    if (!isReady) process.exit(0)
    isUpdating = false
    if (drain.signal.aborted) return releaseNow()
    log.info('Stopping: no more jobs are taken; those under way get a moment. Again to stop at once.')
    terminal?.stopping()
    drain.abort(new Error('The agent is going away.'))
    setTimeout(releaseNow, graceMs).unref()
  }
  const startUpdates = ({ call, rest, bandwidth }: RunningAgent) =>
    keepUpdated({
      config,
      call,
      bandwidth,
      log,
      signal: drain.signal,
      onProven: () => sendUp({ proven: true }),
      onReady: async (version) => {
        await rest('updating', UPDATE_GRACE_MS)
        if (drain.signal.aborted) return
        isUpdating = true
        log.info(`Version ${version} of the agent is ready, and starts when the jobs under way are finished.`)
        drain.abort(new Error('The agent updates itself.'))
      },
    })
  process.on('SIGTERM', () => stop(GRACE_MS))
  process.on('SIGINT', () => stop(GRACE_MS))
  // Started by the stack: when that exits, even by kill -9, the channel closes, and so do we.
  process.on('disconnect', () => stop(0))
  // However it exits, restore the terminal.
  process.on('exit', () => terminal?.close())

  try {
    await runAgent({
      config,
      log,
      say: (text) => console.log(text),
      onReady: (agent) => {
        isReady = true
        terminal?.show(agent)
        sendUp({ ready: true })
        updates = startUpdates(agent)
        updates.onServedVersion(newest)
      },
      onSignedIn: ({ newestAgent }) => {
        newest = newestAgent
        updates?.onServedVersion(newest)
      },
      onUnreachable: () => sendUp({ unreachable: true }),
      onFetching: (sentence) => sendUp({ progress: sentence }),
      drain: drain.signal,
      release: release.signal,
    })
    return isUpdating ? exitCodes.updated : 0
  } catch (error) {
    terminal?.close()
    log.error((error as Error).message)
    return error instanceof Stopped ? error.exitCode : exitCodes.failed
  }
}

/** If a person is watching, they get a screen and can press keys; a service or a pipe gets lines. */
function terminalOf(config: Config, onStop: () => void): Terminal | undefined {
  const { stdin: input, stdout: output } = process
  return input.isTTY && output.isTTY ? openTerminal({ config, input, output, onStop }) : undefined
}

/** Sends a message to the launcher or the stack, if one of them started us. */
function sendUp(message: Record<string, true | string>): void {
  if (process.connected) process.send?.(message)
}
