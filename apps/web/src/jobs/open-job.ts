import type { Search } from '../navigation/navigation.ts'
import { createStore } from '../store.ts'

/** The list that a job was opened from, so that the viewer can go on to the next. */
export interface Browsed {
  ids: () => readonly string[]
  /** Where the list goes on behind its end. */
  more?: () => void
}

export const browsed = createStore<Browsed | undefined>(undefined)

/** The part of the address that opens the viewer over any screen. */
export function withJob(id: string) {
  return (search: Search): Search => ({ ...search, job: id })
}
