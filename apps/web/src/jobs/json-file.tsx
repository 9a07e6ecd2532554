import type { JobFile } from '@infra/protocol/jobs'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '../query-client.ts'
import { Button } from '../ui/button.tsx'
import { JsonTree } from '../ui/json-tree.tsx'

/** The address of a file contains the hash of its content, so it is read only once. */
const contentQuery = ({ sha256, url }: JobFile) =>
  queryOptions({
    queryKey: ['file', sha256],
    queryFn: async ({ signal }): Promise<unknown> => {
      const response = await fetch(url!, { signal })
      if (!response.ok) throw new Error(`The file could not be fetched: ${response.status}.`)
      return response.json()
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })

export function JsonFile({ file }: { file: JobFile }) {
  const { data, error, refetch } = useQuery(contentQuery(file), queryClient)
  if (error) {
    return (
      <div className="flex flex-wrap items-center gap-4">
        <p className="text-muted">The file did not arrive.</p>
        <Button icon="refresh" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (data === undefined)
    return <div role="status" aria-label="Loading" className="h-20 animate-breathe bg-raised" />
  return (
    <div className="max-h-96 overflow-auto border border-line bg-raised p-4 font-mono text-sm/6">
      <JsonTree value={data} />
    </div>
  )
}
