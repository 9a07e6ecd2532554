import type { Act } from '@infra/protocol/moderation'
import { shortAddress } from '@infra/protocol/values/short-address'
import { shortId } from '@infra/protocol/values/short-id'
import { useInfiniteQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { PagedList } from '../lists/paged-list.tsx'
import { PersonLink } from '../navigation/person-link.tsx'
import { actsQuery } from './moderation-queries.ts'
import { NodeLink } from './node-link.tsx'

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
              {kindLabels[kind]} <Subject kind={kind} id={subject} />
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

/** Links to a person or a node, where the decision can be undone. */
function Subject({ kind, id }: { kind: Act['kind']; id: Act['subject'] }) {
  if (!id.startsWith('0x')) return <code className="font-mono text-sm text-muted">{shortId(id)}</code>
  if (kind.startsWith('node_')) return <NodeLink id={id}>{shortAddress(id)}</NodeLink>
  return <PersonLink id={id}>{shortAddress(id)}</PersonLink>
}

const kindLabels: Record<Act['kind'], string> = {
  job_hidden: 'Hid result',
  job_restored: 'Showed again result',
  reports_dismissed: 'Left as it is result',
  feedback_answered: 'Answered report',
  avatar_hidden: 'Took down the picture of',
  avatar_restored: 'Allowed again the picture of',
  node_suspended: 'Suspended node',
  node_banned: 'Banned node',
  node_reinstated: 'Reinstated node',
  node_appeal_rejected: 'Rejected the appeal of node',
  operator_suspended: 'Suspended operator',
  operator_banned: 'Banned operator',
  operator_reinstated: 'Reinstated operator',
  operator_appeal_rejected: 'Rejected the appeal of operator',
  check_agreed: 'Found right, after a check, result',
  check_contradicted: 'Found wrong, after a check, result',
  check_left: 'Left undecided the check of result',
}
