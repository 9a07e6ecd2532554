import { useEffect, useState } from 'react'
import { toastFailedCall } from '../api/failed-calls.ts'
import { readApps } from '../catalogue/read-apps.ts'
import { Link } from '../navigation/link.tsx'

interface AppSummary {
  id: string
  name: string
  tagline: string
  nodes: number
}

/** All apps with name and tagline, and whether a node serves them. */
export function AppOverview() {
  const [apps, setApps] = useState<AppSummary[]>()
  useEffect(() => {
    // On failure the link to the catalogue remains.
    readApps().then(setApps, (error) => {
      toastFailedCall(error)
      setApps([])
    })
  }, [])
  return (
    <section aria-labelledby="apps" className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 font-mono text-sm text-muted">
        <h2 id="apps">The apps</h2>
        <Link to="/apps" className="underline-offset-4 hover:text-text hover:underline">
          What each takes and costs
        </Link>
      </div>
      <ul className="grid border-t border-line md:grid-cols-2 md:gap-x-8" aria-busy={!apps}>
        {(apps ?? placeholders).map(({ id, name, tagline, nodes }) => (
          <li key={id} className="min-h-20 border-b border-line">
            {name && (
              <Link
                to="/apps"
                search={{ app: id }}
                className="flex h-full flex-col justify-center gap-0.5 py-3 hover:bg-raised"
              >
                <span className="flex items-center justify-between gap-4">
                  <span className="font-semibold">{name}</span>
                  {nodes === 0 && <span className="label text-muted">no node now</span>}
                </span>
                <span className="text-muted">{tagline}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Placeholders, so that nothing below moves when the apps are loaded. */
const placeholders: AppSummary[] = Array.from({ length: 12 }, (_, index) => ({
  id: String(index),
  name: '',
  tagline: '',
  nodes: 0,
}))
