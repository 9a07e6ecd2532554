import type { DevlogEntry } from '@infra/protocol/devlog'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { configuration } from '../bootstrap/configuration.ts'
import { devlogQuery } from '../devlog/devlog-queries.ts'
import { DevlogSkeleton } from '../devlog/devlog-skeleton.tsx'
import { Entry } from '../devlog/entry.tsx'
import { KindFilter } from '../devlog/kind-filter.tsx'
import { useLastVisit } from '../devlog/last-visit.ts'
import { useAnchor } from '../devlog/use-anchor.ts'
import { ButtonLink } from '../navigation/button-link.tsx'
import { usePageLocation } from '../navigation/navigation.ts'
import { Button, buttonStyle } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Source } from '../ui/thermal-image.tsx'

export function Devlog() {
  const { data, error, refetch } = useQuery(devlogQuery, queryClient)
  const entries = data?.items
  const isNew = useLastVisit(entries)
  useAnchor(entries !== undefined)
  if (!entries && error) return <NotArrived onRetry={() => void refetch()} />
  if (!entries) return <DevlogSkeleton />
  if (entries.length === 0) return <NoEntries />
  return <Entries entries={entries} isNew={isNew} />
}

interface EntriesProps {
  entries: readonly DevlogEntry[]
  isNew: (entry: DevlogEntry) => boolean
}

function Entries({ entries, isNew }: EntriesProps) {
  const { kind } = usePageLocation().search
  const shown = entries.filter((entry) => !kind || entry.kind === kind)
  const fresh = entries.filter(isNew).length
  return (
    <div className="flex flex-col gap-6">
      <div className="-mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="max-w-[38rem] text-lg/7 text-muted">
          What changed, when and why.
          {fresh > 0 && ` ${fresh} ${fresh === 1 ? 'entry is' : 'entries are'} new since your last visit.`}
        </p>
        <a href={`${configuration.apiPrefix}/devlog.atom`} className={buttonStyle('secondary')}>
          Follow by Atom feed
        </a>
      </div>
      <KindFilter entries={entries} kind={kind} />
      {shown.length > 0 ? (
        <div>
          {shown.map((entry) => (
            <Entry key={entry.id} entry={entry} isNew={isNew(entry)} />
          ))}
        </div>
      ) : (
        <div className="flex flex-col items-start gap-5 border-t border-line py-8">
          <h2 className="text-2xl/8 font-semibold">No entries of this kind.</h2>
          <ButtonLink to="/devlog">See all entries</ButtonLink>
        </div>
      )}
    </div>
  )
}

function NotArrived({ onRetry }: { onRetry: () => void }) {
  return (
    <section role="alert" className="flex min-h-96 flex-col items-start gap-5">
      <h2 className="text-3xl/9 font-semibold tracking-tight">Couldn’t load the devlog</h2>
      <p className="max-w-xl text-lg/7 text-muted">Infra may be down, or you may be offline.</p>
      <Button variant="primary" icon="refresh" onClick={onRetry}>
        Try again
      </Button>
    </section>
  )
}

function NoEntries() {
  return (
    <EmptyState
      sources={trunk}
      title="The first entry is still being written."
      actions={<ButtonLink to="/feedback">Send feedback</ButtonLink>}
    >
      <p>You’ll read here what changed, when and why, and which of your reports it closed.</p>
    </EmptyState>
  )
}

/** A timeline with lines of text on it. */
const trunk: Source[] = [
  { x: 6, y: 1, width: 1, height: 16, heat: 0.12, blur: 1 },
  ...[34, 46, 27, 40].map((width, index) => ({
    x: 12,
    y: 2 + index * 4,
    width,
    height: 1,
    heat: 0.22 - index * 0.03,
    blur: 1.1,
  })),
  ...[0, 1, 2, 3].map((index) => ({
    x: 5,
    y: 2 + index * 4,
    width: 3,
    height: 1,
    heat: 0.25 - index * 0.03,
  })),
]
