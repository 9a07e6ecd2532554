import type { DataTag, QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/**
 * Puts what a change was answered with where its query keeps it. A read that is under way is given up: it may be from before the
 * change, and come in after it.
 */
export async function keepAnswer<Answer>(
  queryKey: DataTag<QueryKey, Answer, Error>,
  answer: Answer,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, answer)
}
