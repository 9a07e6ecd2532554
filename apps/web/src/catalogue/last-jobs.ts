import { createStoredIds } from '../stored-ids.ts'

/** Per app, the job that was submitted last from its form. */
export const lastJobs = createStoredIds(
  () => sessionStorage,
  (appId) => `infra.app.${appId}.job`,
)
