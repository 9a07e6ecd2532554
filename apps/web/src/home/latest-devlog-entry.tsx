import type { listDevlog } from '@infra/protocol/devlog'
import { useEffect, useState } from 'react'
import { type Raw, rawAddress, readRaw } from '../api/read-raw.ts'
import { bootstrapAnswer, hasCurrentAnswer } from '../bootstrap/bootstrap-data.ts'
import { Link } from '../navigation/link.tsx'

const LAST = ['/devlog', { limit: 1 }] as const
const ADDRESS = rawAddress<typeof listDevlog>(...LAST)

/** The latest devlog entry. Renders nothing if there's none or it can't be loaded. */
export function LatestDevlogEntry() {
  const [entry, setEntry] = useState(() => firstOf(bootstrapAnswer(ADDRESS)))
  useEffect(() => {
    if (!hasCurrentAnswer(ADDRESS))
      readRaw<typeof listDevlog>(...LAST).then(
        (answer) => setEntry(firstOf(answer)),
        () => {},
      )
  }, [])
  if (!entry) return null
  return (
    <section aria-labelledby="last-entry" className="flex flex-col gap-4 border-t border-line pt-6">
      <h2 id="last-entry" className="font-mono text-sm text-muted">
        What’s new
      </h2>
      <Link to="/devlog" hash={entry.id} className="group flex flex-col items-start gap-2">
        <span className="text-2xl/8 font-semibold text-balance underline-offset-4 group-hover:underline">
          {entry.title}
        </span>
        <time dateTime={entry.date} className="label text-muted">
          {new Date(entry.date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })}
        </time>
      </Link>
    </section>
  )
}

function firstOf(answer: unknown) {
  return (answer as Raw<typeof listDevlog> | undefined)?.items[0]
}
