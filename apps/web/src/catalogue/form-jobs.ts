import type { Store } from '../store/store.ts'
import { createStoredIds } from '../store/stored-ids.ts'

/** Enough to see a few orders side by side; all jobs are on the profile. */
const KEPT_MAX = 8

const stored = createStoredIds(
  () => sessionStorage,
  (appId) => `infra.app.${appId}.jobs`,
)

/** The jobs that were submitted from each app's form, latest first. */
export const formJobs = {
  of: (appId: string): Pick<Store<string | undefined>, 'get' | 'subscribe'> => stored.of(appId),
  add: (appId: string, id: string): void => {
    const others = listOf(appId).filter((other) => other !== id)
    stored.set(appId, [id, ...others].slice(0, KEPT_MAX).join(' '))
  },
  remove: (appId: string, id: string): void => {
    const others = listOf(appId).filter((other) => other !== id)
    if (others.length === 0) stored.remove(appId)
    else stored.set(appId, others.join(' '))
  },
}

/** The ids of what `of` has. */
export function idsIn(kept: string | undefined): string[] {
  return kept ? kept.split(' ') : []
}

function listOf(appId: string): string[] {
  return idsIn(stored.of(appId).get())
}
