import { createKeptIds } from '../kept-ids.ts'

/** Per app, the job that was submitted last from its form. */
export const lastJobs = createKeptIds(
  () => sessionStorage,
  (appId) => `infra.app.${appId}.job`,
)
