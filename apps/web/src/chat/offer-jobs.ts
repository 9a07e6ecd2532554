import { createStoredIds } from '../store/stored-ids.ts'

/** The job that resulted from a message's offer, by message. */
export const offerJobs = createStoredIds(
  () => localStorage,
  (messageId) => `infra.chat.offer.${messageId}`,
)
