import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from './root.ts'

/** We were asked to stop. Catch it to stop what you started. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/** Runs a program in the foreground and returns whether it exited with 0. */
export async function run(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<boolean> {
  const child = spawn(command, args, {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let interrupted = false
  const interrupt = () => {
    interrupted = true
    child.kill('SIGTERM')
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  const [code] = await once(child, 'exit')
  process.off('SIGINT', interrupt)
  process.off('SIGTERM', interrupt)
  if (interrupted) throw new Interrupted('Interrupted.')
  return code === 0
}
