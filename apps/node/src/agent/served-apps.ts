import type { AppManifest } from '@infra/protocol/apps/app'
import { catalogue } from '@infra/protocol/apps/catalogue'
import type { Hardware } from '@infra/protocol/nodes'
import type { Adapters } from '../adapters/adapters.ts'
import type { Log } from '../log.ts'
import { runners } from '../runners/runners.ts'

/** The apps of the catalogue that this machine can run: there's a runner or an adapter, enough memory, and the operator wants it. */
export function appsFor(
  hardware: Hardware,
  wanted: readonly string[] | undefined,
  adapters: Adapters,
  log: Log,
): AppManifest[] {
  const canRun = (id: string) => runners[id] !== undefined || adapters[id] !== undefined
  for (const id of wanted ?? [])
    if (!canRun(id)) log.warn(`NODE_APPS names "${id}", for which there is no runner.`)
  return catalogue
    .filter(({ id }) => canRun(id) && (wanted?.includes(id) ?? true))
    .filter(({ id, limits }) => {
      if (limits.memoryMb <= hardware.memoryMb) return true
      log.warn(
        `"${id}" needs ${limits.memoryMb} MB and this machine has ${hardware.memoryMb}; it is not served.`,
      )
      return false
    })
}

/** How long an app isn't served after this machine couldn't run it, because a full disk or a missing connection lasts. */
const SUSPENDED_MS = 5 * 60_000

export interface ServedApps {
  list: () => { id: string; version: number }[]
  suspend: (id: string) => void
  stop: () => void
}

/** The apps that we announce to the network; `onChange` is called when they change. */
export function serveApps(
  apps: readonly AppManifest[],
  {
    canServe,
    onChange,
    without = [],
    suspendedMs = SUSPENDED_MS,
  }: {
    canServe: (app: AppManifest) => Promise<boolean>
    onChange: () => void
    /** Apps that cannot be served from the start. */
    without?: readonly string[]
    suspendedMs?: number
  },
): ServedApps {
  const suspended = new Map<string, NodeJS.Timeout>()

  const tryAgainLater = (app: AppManifest) => {
    const timer = setTimeout(async () => {
      if (!(await canServe(app))) return tryAgainLater(app)
      suspended.delete(app.id)
      onChange()
    }, suspendedMs)
    suspended.set(app.id, timer.unref())
  }

  for (const app of apps) if (without.includes(app.id)) tryAgainLater(app)

  return {
    list: () => apps.filter(({ id }) => !suspended.has(id)).map(({ id, version }) => ({ id, version })),
    suspend: (id) => {
      const app = apps.find((app) => app.id === id)
      if (!app || suspended.has(id)) return
      tryAgainLater(app)
      onChange()
    },
    stop: () => {
      for (const timer of suspended.values()) clearTimeout(timer)
    },
  }
}
