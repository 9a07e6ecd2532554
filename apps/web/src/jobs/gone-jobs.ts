import { createStore } from '../store.ts'

/** Jobs that were deleted or hidden in this page: lists that were read before must not show them any more. */
export const goneJobs = createStore<readonly string[]>([])

export function noticeGone(id: string): void {
  goneJobs.set([...goneJobs.get(), id])
}
