import { useEffect, useState } from 'react'
import { readApps } from '../catalogue/read-apps.ts'
import { Link } from '../navigation/link.tsx'

interface Shelved {
  id: string
  name: string
  tagline: string
  nodes: number
}

/** Every app by name and what it does; one that no node serves now says so. */
export function AppShelf() {
  const [apps, setApps] = useState<Shelved[]>()
  useEffect(() => {
    // Without them the way to the catalogue stands here all the same, and that says what is wrong.
    readApps().then(setApps, () => setApps([]))
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
        {(apps ?? awaited).map(({ id, name, tagline, nodes }) => (
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

/** Their place is kept, so that nothing below moves when they come. */
const awaited: Shelved[] = Array.from({ length: 12 }, (_, place) => ({
  id: String(place),
  name: '',
  tagline: '',
  nodes: 0,
}))
