import type { PageLocation } from '../navigation/navigation.ts'
import { createStore } from '../store/store.ts'

/** Why someone who wanted another screen is on Home. */
export interface HomeNotice {
  /** `guarded`: the screen needs a linked wallet. `unknown`: there is no such page. */
  reason: 'guarded' | 'unknown'
  location: PageLocation
}

export const homeNotice = createStore<HomeNotice | undefined>(undefined)
