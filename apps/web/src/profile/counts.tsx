import type { User } from '@infra/protocol/users'

/** The public figures of a person. */
export function Counts({ counts }: Pick<User, 'counts'>) {
  const { jobsFinished, favoritesReceived, nodes } = counts
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 label text-muted">
      <Count name="public results">{jobsFinished}</Count>
      <Count name="favourites received">{favoritesReceived}</Count>
      <Count name="nodes">{nodes}</Count>
    </dl>
  )
}

function Count({ name, children }: { name: string; children: number }) {
  return (
    <div className="flex flex-row-reverse gap-2">
      <dt>{name}</dt>
      <dd className="text-text tabular-nums">{children.toLocaleString('en')}</dd>
    </div>
  )
}
