import { createStoredIds } from '../stored-ids.ts'

/** By app, the job that was ordered last from its form. */
export const lastJobs = createStoredIds(
  () => sessionStorage,
  (appId) => `infra.app.${appId}.job`,
)
