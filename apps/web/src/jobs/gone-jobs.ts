import { createStore } from '../store/store.ts'

/** Jobs that were deleted or hidden on this page: lists that were loaded earlier must no longer show them. */
export const goneJobs = createStore<readonly string[]>([])

export function reportGone(id: string): void {
  goneJobs.set([...goneJobs.get(), id])
}
