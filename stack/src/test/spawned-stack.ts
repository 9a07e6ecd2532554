import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { ROOT } from '../root.ts'

export interface SpawnedStack {
  process: ChildProcess
  /** Everything it printed so far. */
  printed: () => string
  exited: Promise<number | null>
  /** Waits for the line with the address; fails with the output if the stack exits first. */
  ready: () => Promise<void>
  /** The process and all that descend from it. */
  tree: () => number[]
  /** kill -9 of all of them at once, as a power cut would. */
  killTree: () => Promise<void>
}

const NPM_START = [process.execPath, join(ROOT, 'stack/boot.mjs'), 'stack/src/start.ts'] as const

/** Starts the product as `npm start` does, or by another command. */
export function spawnStack(
  env: Record<string, string>,
  [program, ...words]: readonly [string, ...string[]] = NPM_START,
): SpawnedStack {
  const child = spawn(program, words, {
    cwd: ROOT,
    // Weights are fetched once for all tests, not once a data folder.
    env: { WEIGHTS_CACHE: join(ROOT, 'node_modules/.cache/infra-weights'), ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  child.stderr.on('data', (chunk) => (text += chunk))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const tree = () => descendantsOf(child.pid!)
  const killTree = async () => {
    const pids = tree()
    for (const pid of pids) kill(pid)
    // Includes processes that were just starting while we looked.
    for (const pid of pids.flatMap(descendantsOf)) kill(pid)
    await exited
    await untilGone(pids)
  }
  // A test that fails halfway leaves nothing running.
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) await killTree()
  })

  return {
    process: child,
    printed: () => text,
    exited,
    ready: async () => {
      while (!text.includes('Infra is running at')) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The stack ended:\n${text}`)
        await sleep(20)
      }
    },
    tree,
    killTree,
  }
}

export async function untilGone(pids: number[]): Promise<void> {
  while (pids.some(isRunning)) await sleep(20)
}

/** Running, and not a zombie. */
function isRunning(pid: number): boolean {
  const state = statOf(pid)?.state
  return state !== undefined && state !== 'Z'
}

export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function descendantsOf(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: statOf(Number(name))?.parent }))
  const found = [root]
  for (const pid of found)
    found.push(...parents.filter(({ parent }) => parent === pid).map((child) => child.pid))
  return found
}

function statOf(pid: number): { state: string; parent: number } | undefined {
  try {
    // The command's name is in parentheses and may itself hold any character.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return { state: state!, parent: Number(parent) }
  } catch {
    return undefined
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}
