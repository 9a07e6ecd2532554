import { execFile } from 'node:child_process'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import {
  type AgentService,
  LAUNCHD_LABEL,
  launchdPlist,
  type ServiceFile,
  systemdUnit,
  UNIT_NAME,
} from './describe-service.ts'

/** Runs programs in the background on this machine. Everything belongs to the user: none of these commands needs root. */
export interface ServiceManager {
  file: (service: AgentService) => ServiceFile
  /** Fails if something is wrong with the file. */
  check: (path: string) => string[]
  start: (path: string) => string[][]
  stop: (path: string) => string[][]
  /** Succeeds while the service runs. */
  isRunning: string[]
  /** Tells the person how to follow the log. */
  readLog: (home: string) => string
  hint?: string
}

const systemctl = (...args: string[]) => ['systemctl', '--user', ...args]

function systemd(environment: NodeJS.ProcessEnv): ServiceManager {
  const configDir = environment.XDG_CONFIG_HOME || join(homedir(), '.config')
  return {
    file: (service) => systemdUnit(service, configDir),
    // It wants a runtime folder, which it has no use for, also where nobody is logged in.
    check: (path) => ['env', `XDG_RUNTIME_DIR=${dirname(path)}`, 'systemd-analyze', '--user', 'verify', path],
    start: () => [
      systemctl('daemon-reload'),
      systemctl('enable', UNIT_NAME),
      systemctl('restart', UNIT_NAME),
    ],
    stop: () => [systemctl('disable', '--now', UNIT_NAME)],
    isRunning: systemctl('is-active', '--quiet', UNIT_NAME),
    readLog: () => 'journalctl --user -fu infra-node',
    hint: 'It runs while you are logged in. To run it from the start of the machine on: loginctl enable-linger',
  }
}

function launchd(): ServiceManager {
  const domain = `gui/${process.getuid?.()}`
  return {
    file: (service) => launchdPlist(service, homedir()),
    check: (path) => ['plutil', '-lint', path],
    start: (path) => [['launchctl', 'bootstrap', domain, path]],
    stop: () => [['launchctl', 'bootout', `${domain}/${LAUNCHD_LABEL}`]],
    isRunning: ['launchctl', 'print', `${domain}/${LAUNCHD_LABEL}`],
    readLog: (home) => `tail -f ${join(home, 'agent.log')}`,
  }
}

export function serviceManager(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): ServiceManager {
  return platform === 'darwin' ? launchd() : systemd(environment)
}

/** Runs a command, and returns what is wrong with it, if anything. */
export async function problemOf([program, ...args]: string[]): Promise<string | undefined> {
  try {
    await promisify(execFile)(program!, args)
    return undefined
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    return stderr?.trim() || message
  }
}
