import { afterEach } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** What the APIs of a failed test logged as warnings and errors, over all tries. */
    warnings?: string[]
  }
}

const MAX = 5

/** Of the running test; `startTestApi` adds to them. */
export const warnings: string[] = []

afterEach(({ task }) => {
  const logged = warnings.splice(0)
  if (task.result?.errors?.length) task.meta.warnings = [...(task.meta.warnings ?? []), ...logged].slice(-MAX)
})
