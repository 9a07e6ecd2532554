import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useDebounced } from '../store/use-debounced.ts'
import { similarQuery } from './feedback-queries.ts'
import { KnownReport } from './known-report.tsx'

const TITLE_CHARACTERS = { min: 4, max: 120 }

/** Similar reports of others, while the user types the title. */
export function SimilarReports({ title }: { title: string }) {
  const query = useDebounced(title.trim())
  const characters = [...query].length
  const { data } = useQuery(
    {
      ...similarQuery(query),
      enabled: characters >= TITLE_CHARACTERS.min && characters <= TITLE_CHARACTERS.max,
      placeholderData: keepPreviousData,
    },
    queryClient,
  )
  const items = useDeferredValue(characters < TITLE_CHARACTERS.min ? [] : (data?.items ?? []))
  return (
    <section aria-live="polite" aria-label="Similar reports" className="-mt-4 empty:hidden">
      {items.length > 0 && (
        <div className="border border-line px-4 pt-4">
          <h2 className="label text-muted">
            {items.length === 1
              ? 'This one is similar. Is it the same problem?'
              : 'These are similar. Is one of them the same problem?'}
          </h2>
          <ul className="divide-y divide-line">
            {items.map((report) => (
              <li key={report.id}>
                <KnownReport report={report} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
