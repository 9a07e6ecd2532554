import type { Search } from '../navigation/navigation.ts'
import { createStore } from '../store.ts'

/** The list that a job was opened from, so that the viewer can go to the next one. */
export interface Browsed {
  ids: () => readonly string[]
  /** Loads more, if the list has more. */
  more?: () => void
}

export const browsed = createStore<Browsed | undefined>(undefined)

/** The search parameter that opens the viewer over any screen. */
export function withJob(id: string) {
  return (search: Search): Search => ({ ...search, job: id })
}
