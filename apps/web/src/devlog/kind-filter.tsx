import type { DevlogEntry, DevlogKind } from '@infra/protocol/devlog'
import { Link } from '../navigation/link.tsx'
import { kindLabels } from './kind-labels.ts'

interface KindFilterProps {
  entries: readonly DevlogEntry[]
  kind: string | undefined
}

/** The kinds that have entries, each with their number. */
export function KindFilter({ entries, kind }: KindFilterProps) {
  const kinds = Object.keys(kindLabels) as DevlogKind[]
  const choices = kinds.map((one) => ({
    id: one,
    name: kindLabels[one].many,
    count: entries.filter((entry) => entry.kind === one).length,
  }))
  const shown = [
    { id: undefined, name: 'All', count: entries.length },
    ...choices.filter(({ count }) => count > 0),
  ]
  return (
    <nav aria-label="Kinds of entries" className="min-w-0">
      <ul className="flex flex-wrap items-center gap-x-5">
        {shown.map(({ id, name, count }) => (
          <li key={name}>
            <Link
              to="/devlog"
              search={id ? { kind: id } : {}}
              aria-current={id === kind ? 'page' : undefined}
              className="flex min-h-11 items-center gap-2 border-b-2 border-transparent label whitespace-nowrap text-muted hover:text-text aria-[current=page]:border-text aria-[current=page]:text-text"
            >
              {name} <span className="tabular-nums">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
