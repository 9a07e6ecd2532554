import { useInfiniteQuery } from '@tanstack/react-query'
import { ListProgress } from '../list-progress.tsx'
import { queryClient } from '../query-client.ts'
import { Button } from '../ui/button.tsx'
import { Age } from './age.tsx'
import { JobLink } from './job-link.tsx'
import { myReportsQuery } from './report-queries.ts'
import { outcomeWords, reasonWords } from './report-words.ts'

/** The results of others that one told the moderators about, and what became of it. */
export function MyReports({ address }: { address: string }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(myReportsQuery(address), queryClient)
  const reports = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <ListProgress error={error} isPending={isPending} onRetry={() => void refetch()} />
      {data && reports.length === 0 && (
        <p className="text-muted">None. Report, beside a result, tells the moderators about it.</p>
      )}
      <ul className="flex flex-col divide-y divide-line border-y border-line empty:hidden">
        {reports.map(({ jobId, appName, reason, note, outcome, createdAt }) => (
          <li key={jobId} className="flex flex-col gap-1 py-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              {outcome === 'hidden' ? (
                <span className="font-semibold">{appName}</span>
              ) : (
                <JobLink id={jobId} className="font-semibold underline-offset-4 hover:underline">
                  {appName}
                </JobLink>
              )}
              <p className="label text-muted">
                <span className={outcome === 'hidden' ? 'text-cool' : ''}>{outcomeWords(outcome)}</span> ·{' '}
                <Age at={createdAt} />
              </p>
            </div>
            <p className="break-words text-muted">
              {reasonWords[reason]}
              {note && (
                <>
                  : <bdi>{note}</bdi>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="self-start" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older reports
        </Button>
      )}
    </>
  )
}
