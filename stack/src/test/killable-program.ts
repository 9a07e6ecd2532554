import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { ROOT } from '../root.ts'

/** A program that a test kills again and again, restarted each time, as by a supervisor. */
export interface KillableProgram {
  /** kill -9. */
  kill: () => void
  stopAndContinue: (whileStopped: () => Promise<void>) => Promise<void>
  /** SIGTERM, as in a rolling restart; resolves when it has exited. It's restarted as after a kill. */
  recycle: () => Promise<void>
  /** SIGTERM, permanently. */
  end: () => Promise<void>
  printed: () => string
  /** The id of the process that runs now. */
  pid: () => number
}

const RESTART_MS = 150

/** `within`: a command that starts it, such as `ip netns exec`. */
export function startKillable(
  script: string,
  env: NodeJS.ProcessEnv,
  within: readonly string[] = [],
): KillableProgram {
  let wanted = true
  let text = ''
  let child = start()

  function start(): ChildProcess {
    const [command, ...args] = [...within, process.execPath, join(ROOT, script)]
    const started = spawn(command!, args, {
      env: { ...process.env, ...env },
      // Through the IPC channel it notices if this process is killed, and ends too.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [started.stdout!, started.stderr!]) {
      stream.on('data', (chunk) => {
        text = (text + chunk).slice(-20_000)
      })
    }
    started.once('exit', async () => {
      if (!wanted) return
      await sleep(RESTART_MS)
      if (wanted) child = start()
    })
    return started
  }

  const end = async () => {
    wanted = false
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await Promise.race([gone, sleep(15_000)])
    child.kill('SIGKILL')
  }
  onTestFinished(end)

  return {
    kill: () => void child.kill('SIGKILL'),
    stopAndContinue: async (whileStopped) => {
      const stopped = child
      stopped.kill('SIGSTOP')
      try {
        await whileStopped()
      } finally {
        stopped.kill('SIGCONT')
      }
    },
    recycle: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
    end,
    printed: () => text,
    pid: () => child.pid!,
  }
}
