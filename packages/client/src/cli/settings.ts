import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Connection } from '../send-request.ts'
import { type Shell, UsageError } from './shell.ts'

interface Settings {
  url: string
  key: string
}

/**
 * The network and the key to use, from the command line, else from the environment, else from `infra login`. A stored key is only sent to
 * the network that it was stored for.
 */
export async function connectionOf(shell: Shell, given: { url?: string | undefined }): Promise<Connection> {
  const stored = await readSettings(shell)
  const baseUrl = given.url || shell.env.INFRA_URL || stored?.url
  if (!baseUrl) throw new UsageError('Which network? Say --url https://…, set INFRA_URL, or use infra login.')
  if (!URL.canParse(baseUrl)) throw new UsageError(`${baseUrl} is not an address.`)
  const isStoredFor = stored && new URL(stored.url).href === new URL(baseUrl).href
  return { baseUrl, key: shell.env.INFRA_KEY || (isStoredFor ? stored.key : undefined) }
}

export async function saveSettings(shell: Shell, settings: Settings): Promise<string> {
  const path = pathOf(shell)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // A file that already exists would keep its mode.
  const fresh = `${path}.${process.pid}`
  await writeFile(fresh, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
  await rename(fresh, path)
  return path
}

/** Returns whether there were any. */
export async function removeSettings(shell: Shell): Promise<boolean> {
  const stored = await readSettings(shell)
  await rm(pathOf(shell), { force: true })
  return stored !== undefined
}

async function readSettings(shell: Shell): Promise<Settings | undefined> {
  const text = await readFile(pathOf(shell), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${pathOf(shell)} is damaged. Remove it and use infra login.`)
  }
}

function pathOf({ env, home }: Shell): string {
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'infra', 'config.json')
}
