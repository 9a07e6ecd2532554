import type { JobFile } from '@infra/protocol/jobs'
import { queryOptions } from '@tanstack/react-query'

/** The content of a JSON file. Its address contains the hash of the content, so it's loaded only once. */
export const jsonQuery = ({ sha256, url }: Pick<JobFile, 'sha256' | 'url'>) =>
  queryOptions({
    queryKey: ['file', sha256],
    queryFn: async ({ signal }): Promise<unknown> => {
      const response = await fetch(url!, { signal })
      if (!response.ok) throw new Error(`The file could not be fetched: ${response.status}.`)
      return response.json()
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
    meta: { ownMessage: true },
  })
