import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../root.ts'

const RESTART_AFTER_MS = 500

interface Program {
  /** Its name in messages. */
  name: string
  script: string
  /** Isn't awaited: it takes time, or retries until it succeeds. */
  startsInBackground?: boolean
  /** Whether it exited for a reason that a restart can't change. */
  mustStayStopped?: (code: number | null) => boolean
}

const API: Program = { name: 'The API', script: 'apps/api/src/main.ts' }
const NODE: Program = {
  name: 'The node',
  script: 'apps/node/src/main.ts',
  startsInBackground: true,
  // Bad settings, another machine with its key, too old, removed by its operator.
  mustStayStopped: (code) => code !== null && code >= 2 && code <= 5,
}

const DEVNET: Program = { name: 'The devnet', script: 'contracts/src/devnet/main.ts' }

export interface RunningProgram {
  stop: () => Promise<void>
  /** For development, when the sources changed. */
  restart: () => Promise<void>
}

type Say = (sentence: string) => void

export function runApi(env: NodeJS.ProcessEnv, say: Say): Promise<RunningProgram> {
  return runProgram(API, env, say)
}

export function runNode(env: NodeJS.ProcessEnv, say: Say): Promise<RunningProgram> {
  return runProgram(NODE, env, say)
}

export function runDevnetProgram(env: NodeJS.ProcessEnv, say: Say): Promise<RunningProgram> {
  return runProgram(DEVNET, env, say)
}

/** Runs a program as a separate process and restarts it if it exits, until stopped. */
async function runProgram(program: Program, env: NodeJS.ProcessEnv, say: Say): Promise<RunningProgram> {
  let wanted = true
  let running = await start(program, env)
  watch(running)

  function watch(child: ChildProcess) {
    child.once('exit', async (code, signal) => {
      // A child that was replaced or stopped on purpose needs no restart.
      if (!wanted || child !== running) return
      if (program.mustStayStopped?.(code)) {
        say(`${program.name} has stopped, for the reason above, and is not started again.`)
        return
      }
      say(`${program.name} ended unexpectedly (${signal ?? `code ${code}`}); starting it again.`)
      await sleep(RESTART_AFTER_MS)
      await replace()
    })
  }

  async function replace() {
    if (!wanted) return
    try {
      running = await start(program, env)
      watch(running)
    } catch (error) {
      // A half-typed line in development, or a temporary fault in a running stack: either may be over at the next try.
      say(`${program.name} did not start (${(error as Error).message}); trying again.`)
      await sleep(RESTART_AFTER_MS * 4)
      await replace()
    }
  }

  return {
    stop: async () => {
      wanted = false
      await end(running)
    },
    restart: async () => {
      const old = running
      running = undefined as never
      await end(old)
      await replace()
    },
  }
}

async function start({ script, startsInBackground }: Program, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(ROOT, script)], {
    env,
    // Detached, so that Ctrl-C reaches only us and we stop programs in order. If we are killed, the channel closes and the program exits by
    // itself.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  if (startsInBackground) return child
  const outcome = await Promise.race([
    once(child, 'message').then(() => 'ready' as const),
    once(child, 'exit').then(() => 'ended' as const),
  ])
  if (outcome === 'ended') throw new Error('its reason is above')
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
