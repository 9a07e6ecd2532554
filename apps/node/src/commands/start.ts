import { runAgent } from '../agent/agent.ts'
import { exitCodes, Stopped } from '../agent/stopped.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'

/** Jobs under way that end within this are not given back. */
const GRACE_MS = 5_000
/** How long signing off may take after that. */
const SIGN_OFF_MS_MAX = 8_000

/** Runs the node until it is told to stop, and returns the exit code. */
export async function start(config: Config, log: Log): Promise<number> {
  const drain = new AbortController()
  const release = new AbortController()
  let isReady = false
  const releaseNow = () => {
    release.abort(new Error('The agent is going away.'))
    setTimeout(() => process.exit(exitCodes.failed), SIGN_OFF_MS_MAX).unref()
  }
  const stop = (graceMs: number) => {
    // Still waiting to be linked, or for the API: there is nothing to give back.
    if (!isReady) process.exit(0)
    if (drain.signal.aborted) return releaseNow()
    log.info('Stopping: no more jobs are taken; those under way get a moment. Again to stop at once.')
    drain.abort(new Error('The agent is going away.'))
    setTimeout(releaseNow, graceMs).unref()
  }
  process.on('SIGTERM', () => stop(GRACE_MS))
  process.on('SIGINT', () => stop(GRACE_MS))
  // Started by the stack: when it is gone, even by kill -9, the channel closes and so do we.
  process.on('disconnect', () => stop(0))

  try {
    await runAgent({
      config,
      log,
      say: (text) => console.log(text),
      onReady: () => {
        isReady = true
        sendUp({ ready: true })
      },
      onFetching: (sentence) => sendUp({ progress: sentence }),
      drain: drain.signal,
      release: release.signal,
    })
    return 0
  } catch (error) {
    log.error((error as Error).message)
    return error instanceof Stopped ? error.exitCode : exitCodes.failed
  }
}

/** To the stack, where it has started us. */
function sendUp(message: { ready: true } | { progress: string }): void {
  if (process.connected) process.send?.(message)
}
