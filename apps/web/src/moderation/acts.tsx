import type { Act } from '@infra/protocol/moderation'
import { shortAddress } from '@infra/protocol/values/short-address'
import { shortId } from '@infra/protocol/values/short-id'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList } from '../paged-list.tsx'
import { queryClient } from '../query-client.ts'
import { actsQuery } from './moderation-queries.ts'
import { PersonLink } from './person-link.tsx'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** The log of decisions: who decided what, when and why. It is read-only. */
export function Acts() {
  const list = useInfiniteQuery(actsQuery, queryClient)
  return (
    <PagedList
      list={list}
      keyOf={({ id }) => id}
      nothing="No moderator has decided anything yet."
      older="Older acts"
    >
      {({ at, kind, moderator, subject, why }) => (
        <div className="flex flex-col gap-1 py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <p>
              {kindLabels[kind]} <Subject id={subject} />
            </p>
            <p className="label text-muted">
              {shortAddress(moderator)} · <time dateTime={at.toISOString()}>{moment.format(at)}</time>
            </p>
          </div>
          <p className="break-words text-muted">
            <bdi>{why}</bdi>
          </p>
        </div>
      )}
    </PagedList>
  )
}

/** Links to a person, where the decision can be undone. */
function Subject({ id }: { id: Act['subject'] }) {
  if (!id.startsWith('0x')) return <code className="font-mono text-sm text-muted">{shortId(id)}</code>
  return <PersonLink id={id}>{shortAddress(id)}</PersonLink>
}

const kindLabels: Record<Act['kind'], string> = {
  job_hidden: 'Hid result',
  job_restored: 'Showed again result',
  reports_dismissed: 'Left as it is result',
  feedback_answered: 'Answered report',
  avatar_hidden: 'Took down the picture of',
  avatar_restored: 'Allowed again the picture of',
}
