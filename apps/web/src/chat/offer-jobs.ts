import { createStoredIds } from '../store/stored-ids.ts'

/** By message, the job that came of what Infra offered in it. */
export const offerJobs = createStoredIds(
  () => localStorage,
  (messageId) => `infra.chat.offer.${messageId}`,
)
