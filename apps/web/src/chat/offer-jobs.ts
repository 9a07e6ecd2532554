import { createKeptIds } from '../kept-ids.ts'

/** By message, the job that came of what Infra offered in it. */
export const offerJobs = createKeptIds(
  () => localStorage,
  (messageId) => `infra.chat.offer.${messageId}`,
)
