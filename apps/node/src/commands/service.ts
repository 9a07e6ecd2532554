import { existsSync, realpathSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exitCodes } from '../agent/stopped.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { problemOf, type ServiceManager, serviceManager } from '../service/service-manager.ts'

/** Installs, removes or checks the service that runs the installed agent, and reports every step. */
export async function service(config: Config, _log: Log, [action]: string[]): Promise<number> {
  const { home } = config
  if (!home) throw new Error('A service runs the installed agent, not a checkout. See docs/operators.md.')
  const program = join(home, 'program')
  const manager = serviceManager()
  const { path, text } = manager.file({
    home,
    command: commandIn(program),
    path: process.env.PATH ?? '',
  })
  if (action === 'install') {
    if (!existsSync(program)) throw new Error(`${program} is missing. Install the agent by its script first.`)
    return install(manager, home, { path, text })
  }
  if (action === 'uninstall') return uninstall(manager, path)
  if (action === 'status') return status(manager, home, path)
  throw new Error('Say what to do: infra-node service install, uninstall or status.')
}

/** Through the link that an update changes, because the folder behind it is removed by the update after that. */
function commandIn(program: string): string[] {
  const runtime = existsSync(program)
    ? process.execPath.replace(realpathSync(program), program)
    : process.execPath
  return [runtime, join(program, 'infra-node.mjs'), 'start']
}

async function install(
  manager: ServiceManager,
  home: string,
  { path, text }: { path: string; text: string },
): Promise<number> {
  // macOS must stop a running service before it can start it again.
  if (existsSync(path)) for (const command of manager.stop(path)) await problemOf(command)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  console.log(`Written: ${path}`)
  const wrong = await problemOf(manager.check(path))
  if (wrong && !/ENOENT/.test(wrong)) {
    console.error(wrong)
    return exitCodes.failed
  }
  for (const command of manager.start(path)) {
    console.log(`Running: ${command.join(' ')}`)
    const problem = await problemOf(command)
    if (!problem) continue
    const commands = manager.start(path).map((words) => `  ${words.join(' ')}\n`)
    console.error(
      `${problem}\nThe service is written, but does not run. Where you are logged in, run:\n${commands.join('')}`,
    )
    return exitCodes.failed
  }
  console.log(`The node runs as a service. To read along: ${manager.readLog(home)}`)
  if (manager.hint) console.log(manager.hint)
  return 0
}

async function uninstall(manager: ServiceManager, path: string): Promise<number> {
  if (!existsSync(path)) {
    console.log('There is no service.')
    return 0
  }
  for (const command of manager.stop(path)) {
    console.log(`Running: ${command.join(' ')}`)
    const problem = await problemOf(command)
    if (problem) console.error(problem)
  }
  await rm(path)
  console.log(`Removed: ${path}`)
  return 0
}

async function status(manager: ServiceManager, home: string, path: string): Promise<number> {
  if (!existsSync(path)) {
    console.log('There is no service. To install one: infra-node service install')
    return exitCodes.failed
  }
  const problem = await problemOf(manager.isRunning)
  console.log(problem === undefined ? 'The service runs.' : 'The service is installed, but does not run.')
  console.log(`To read along: ${manager.readLog(home)}`)
  return problem === undefined ? 0 : exitCodes.failed
}
