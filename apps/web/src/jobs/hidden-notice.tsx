import type { Job } from '@infra/protocol/jobs'

/** For the owner of a job that a moderator or the network itself keeps out of the feed. */
export function HiddenNotice({ hidden: { why, isByModerator } }: { hidden: NonNullable<Job['hidden']> }) {
  return (
    <p className="border-l-2 border-danger pl-4 break-words">
      {isByModerator ? 'A moderator has hidden this from everyone but you.' : 'Only you can see this now.'}{' '}
      {why && (
        <span className="text-muted">
          {isByModerator && 'In their words: '}
          <bdi>{why}</bdi>
        </span>
      )}
    </p>
  )
}
