import type { Job, JobFile } from '@infra/protocol/jobs'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { altOf } from '../job-rules.ts'
import { jsonQuery } from './json-query.ts'
import { MarkedPicture } from './marked-picture.tsx'
import { inputPicture, isMeasured } from './measured-picture.ts'
import { RegionList } from './region-list.tsx'
import { objectsIn } from './regions.ts'
import { ResultNotice } from './result-notice.tsx'
import { useHighlight } from './use-highlight.ts'

interface FoundObjectsProps {
  job: Pick<Job, 'app' | 'user' | 'alt' | 'inputFiles'>
  /** The picture with the node's own marks. */
  marked: JobFile
  objects: JobFile
}

/** What Find Objects found, on the picture and as a list. Each highlights the other. */
export function FoundObjects({ job, marked, objects }: FoundObjectsProps) {
  const { data, error, refetch } = useQuery(jsonQuery(objects), queryClient)
  const found = objectsIn(data)
  const highlight = useHighlight(found?.length ?? 0)
  // Without the original, show the picture that already has the node's marks.
  const original = inputPicture(job)
  const picture = original ?? (isMeasured(marked) ? marked : undefined)
  if (!picture) return null
  return (
    <div className="@container">
      <div className="grid grid-cols-1 gap-5 @2xl:grid-cols-[minmax(0,1fr)_14rem]">
        <MarkedPicture
          picture={picture}
          alt={altOf(job)}
          regions={found ?? []}
          highlight={highlight}
          hasLabels={original !== undefined}
        />
        {found && found.length > 0 ? (
          <RegionList label="Objects" regions={found} highlight={highlight} />
        ) : (
          <ResultNotice isLoading={data === undefined && !error} onRetry={error ? refetch : undefined}>
            {error
              ? 'Couldn’t load the list of objects.'
              : found
                ? 'No objects found. A lower minimum confidence finds more.'
                : 'The list of objects can’t be read. The picture has them marked.'}
          </ResultNotice>
        )}
      </div>
    </div>
  )
}
