import type { MyFeedback as Report } from '@infra/protocol/feedback'
import { useInfiniteQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { PagedList } from '../lists/paged-list.tsx'
import { Picture } from '../ui/picture.tsx'
import { myFeedbackQuery } from './feedback-queries.ts'
import { KnownReport } from './known-report.tsx'

/** The user's own reports and their states, newest first. */
export function MyFeedback({ address }: { address: string }) {
  const list = useInfiniteQuery(myFeedbackQuery(address), queryClient)
  return (
    <PagedList
      list={list}
      keyOf={({ id }) => id}
      nothing="Nothing yet. Feedback you send while signed in appears here."
      older="Older reports"
    >
      {(report) => (
        <KnownReport report={report}>
          <SentReport report={report} />
        </KnownReport>
      )}
    </PagedList>
  )
}

function SentReport({ report }: { report: Report }) {
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
