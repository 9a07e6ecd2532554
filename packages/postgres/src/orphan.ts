import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const STOP_MS_MAX = 20_000

interface PidFile {
  pid: number
  port: number
  ready: boolean
}

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  // A standby that accepts connections reports `standby`.
  const ready = ['ready', 'standby'].includes(lines[7]?.trim() ?? '')
  return { pid: Number(lines[0]), port: Number(lines[3]), ready }
}

/**
 * Stops a server that outlived its parent (kill -9). The caller has locked the folder, so a live server on it is an orphan; but the number
 * in the pid file may by now belong to an unrelated process, which we leave alone.
 */
export async function stopOrphan(cluster: string, say: (sentence: string) => void): Promise<void> {
  const pid = (await readPidFile(cluster))?.pid
  if (!pid || !isAlive(pid)) return
  if (!(await isServerOf(cluster, pid))) {
    // PostgreSQL would mistake the unrelated process for its own server and refuse to start.
    await rm(join(cluster, 'postmaster.pid'))
    return
  }
  say('Stopping the database that the last run left behind.')
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_MS_MAX
  // Not merely "alive", because in a container without an init process a dead server stays in the process table.
  while (await isServerOf(cluster, pid)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT')
    await sleep(50)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  const words = await commandLine(pid)
  return /postgres/.test(words[0] ?? '') && words.includes(cluster)
}

async function commandLine(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.trim().split(/ +/)
}
