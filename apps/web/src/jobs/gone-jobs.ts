import { createStore } from '../store.ts'

/** Jobs that were deleted or hidden from here: lists that were read before must not go on showing them. */
export const goneJobs = createStore<readonly string[]>([])

export function noticeGone(id: string): void {
  goneJobs.set([...goneJobs.get(), id])
}
