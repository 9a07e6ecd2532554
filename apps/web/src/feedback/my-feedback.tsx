import type { MyFeedback as Report } from '@infra/protocol/feedback'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListProgress } from '../list-progress.tsx'
import { queryClient } from '../query-client.ts'
import { Button } from '../ui/button.tsx'
import { Picture } from '../ui/picture.tsx'
import { myFeedbackQuery } from './feedback-queries.ts'
import { KnownReport } from './known-report.tsx'

/** What one has sent and what became of it, newest first. */
export function MyFeedback({ address }: { address: string }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(myFeedbackQuery(address), queryClient)
  const reports = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <ListProgress error={error} isPending={isPending} onRetry={() => void refetch()} />
      {data && reports.length === 0 && (
        <p className="text-muted">Nothing yet. What you send while you are signed in stands here.</p>
      )}
      <ul className="flex flex-col divide-y divide-line border-y border-line empty:hidden">
        {reports.map((report) => (
          <li key={report.id}>
            <KnownReport report={report}>
              <WhatWasSent report={report} />
            </KnownReport>
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

function WhatWasSent({ report }: { report: Report }) {
  return (
    <details>
      <summary className="cursor-pointer py-2 label text-muted hover:text-text">What you wrote</summary>
      <div className="flex flex-col gap-4 pt-2">
        <p className="break-words whitespace-pre-line text-muted">{report.description}</p>
        {report.screenshots.map(({ url, thumbnailUrl }, index) => (
          <Picture
            key={url}
            src={thumbnailUrl ?? url}
            alt={`Screenshot ${index + 1}`}
            className="max-h-48 self-start object-contain"
          />
        ))}
      </div>
    </details>
  )
}
