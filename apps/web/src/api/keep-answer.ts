import type { DataTag, QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/**
 * Stores a mutation's response in its query's cache. Cancels a read in progress, which may be from before the change and arrive after it.
 */
export async function keepAnswer<Answer>(
  queryKey: DataTag<QueryKey, Answer, Error>,
  answer: Answer,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, answer)
}
