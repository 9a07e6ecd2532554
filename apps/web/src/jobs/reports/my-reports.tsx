import { useInfiniteQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { PagedList } from '../../lists/paged-list.tsx'
import { Age } from '../age/age.tsx'
import { JobLink } from '../job-link.tsx'
import { describeOutcome, reasonLabels } from './report-labels.ts'
import { myReportsQuery } from './report-queries.ts'

/** The user's reports about results of others, and their outcome. */
export function MyReports({ address }: { address: string }) {
  const list = useInfiniteQuery(myReportsQuery(address), queryClient)
  return (
    <PagedList
      list={list}
      keyOf={({ jobId }) => jobId}
      nothing="None. Use Report on a result to tell the moderators about it."
      older="Older reports"
    >
      {({ jobId, appName, reason, note, outcome, createdAt }) => (
        <div className="flex flex-col gap-1 py-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            {outcome === 'hidden' ? (
              <span className="font-semibold">{appName}</span>
            ) : (
              <JobLink id={jobId} className="font-semibold underline-offset-4 hover:underline">
                {appName}
              </JobLink>
            )}
            <p className="label text-muted">
              <span className={outcome === 'hidden' ? 'text-cool' : ''}>{describeOutcome(outcome)}</span> ·{' '}
              <Age at={createdAt} />
            </p>
          </div>
          <p className="break-words text-muted">
            {reasonLabels[reason]}
            {note && (
              <>
                : <bdi>{note}</bdi>
              </>
            )}
          </p>
        </div>
      )}
    </PagedList>
  )
}
