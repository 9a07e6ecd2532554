import { createKeptIds } from '../kept-ids.ts'

/** By app, the job that was ordered last from its form. */
export const lastJobs = createKeptIds(
  () => sessionStorage,
  (appId) => `infra.app.${appId}.job`,
)
