import { type ReactNode, useEffect, useState } from 'react'
import { toastFailedCall } from '../api/failed-calls.ts'
import { readApps } from '../catalogue/read-apps.ts'
import { Link } from '../navigation/link.tsx'

interface AppSummary {
  id: string
  name: string
  tagline: string
  nodes: number
}

/** All apps, each with its example, its name and its tagline, and whether a node serves it. */
export function AppOverview({ example }: { example: (app: AppSummary) => ReactNode }) {
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
          See all apps
        </Link>
      </div>
      <ul className="grid grid-cols-2 gap-4 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4" aria-busy={!apps}>
        {(apps ?? placeholders).map((app) => (
          <li
            key={app.id}
            className="relative flex flex-col border border-line has-[a:hover]:border-edge has-[a:hover]:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cool"
          >
            <div className="flex h-28 sm:h-36 items-center justify-center overflow-hidden border-b border-line bg-raised">
              {app.name && example(app)}
            </div>
            <div className="flex min-h-24 flex-col gap-0.5 p-3 sm:p-4">
              {app.name && (
                <Link
                  to="/apps"
                  search={{ app: app.id }}
                  className="font-semibold outline-none after:absolute after:inset-0"
                >
                  {app.name}
                </Link>
              )}
              <p className="text-muted text-pretty">{app.tagline}</p>
              {app.name && app.nodes === 0 && <p className="label text-muted">Unavailable right now</p>}
            </div>
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
