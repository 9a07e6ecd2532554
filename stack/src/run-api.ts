import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from './root.ts'

const RESTART_AFTER_MS = 500

export interface RunningApi {
  stop: () => Promise<void>
  /** For development: the sources changed. */
  restart: () => Promise<void>
}

/** Runs the API as a process of its own and starts it again where it falls, until stopped. */
export async function runApi(env: NodeJS.ProcessEnv, say: (sentence: string) => void): Promise<RunningApi> {
  let wanted = true
  let api = await start(env)
  watch(api)

  function watch(child: ChildProcess) {
    child.once('exit', async (code, signal) => {
      // A child that was replaced or stopped on purpose is no accident.
      if (!wanted || child !== api) return
      say(`The API ended unexpectedly (${signal ?? `code ${code}`}); starting it again.`)
      await sleep(RESTART_AFTER_MS)
      await replace()
    })
  }

  async function replace() {
    if (!wanted) return
    try {
      api = await start(env)
      watch(api)
    } catch (error) {
      // The loop's edge: in development a half-typed line, in a running stack a passing fault; both may mend.
      say(`The API did not start (${(error as Error).message}); trying again.`)
      await sleep(RESTART_AFTER_MS * 4)
      await replace()
    }
  }

  return {
    stop: async () => {
      wanted = false
      await end(api)
    },
    restart: async () => {
      const old = api
      api = undefined as never
      await end(old)
      await replace()
    },
  }
}

async function start(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(ROOT, 'apps/api/src/main.ts')], {
    env,
    // Ctrl-C reaches us; we decide who stops when. Should we be killed, the channel closes and the API ends itself.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
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
