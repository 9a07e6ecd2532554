import { useEffect, useState } from 'react'
import { toastFailedCall } from '../api/failed-calls.ts'
import { readApps } from '../catalogue/read-apps.ts'
import { Link } from '../navigation/link.tsx'
import { useStore } from '../store/use-store.ts'
import { Icon } from '../ui/icon.tsx'
import { countNew, type Feed } from './create-feed.ts'
import type { FeedOrder } from './read-feed.ts'

interface FeedToolbarProps {
  feed: Feed
  appId: string | undefined
  order: FeedOrder
}

/** Which app's results are shown, how many are new, and a button that shows them. */
export function FeedToolbar({ feed, appId, order }: FeedToolbarProps) {
  const state = useStore(feed.state)
  const newResults = countNew(state)
  const toTop = () => {
    // If loading failed, the reader stays where they are.
    if (feed.state.get().phase !== 'failed') window.scrollTo({ top: 0 })
  }
  return (
    <div className="sticky top-0 z-20 -mx-4 -mt-8 mb-6 flex items-center gap-4 border-b border-line bg-ground px-4 sm:-mx-8 sm:-mt-12 sm:px-8 lg:-mx-12 lg:px-12">
      <AppFilter appId={appId} order={order} />
      <div role="status">
        {newResults && (
          <button
            type="button"
            className="min-h-9 bg-hot px-4 label font-semibold whitespace-nowrap text-ground hover:bg-text"
            onClick={() => void feed.showNew().then(toTop)}
          >
            {newResults} new
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Refresh"
        className="-mr-2 grid size-11 shrink-0 place-items-center text-muted hover:text-text"
        onClick={() => void feed.refresh().then(toTop)}
      >
        <Icon name={state.phase === 'loading' ? 'loading' : 'refresh'} />
      </button>
    </div>
  )
}

function AppFilter({ appId, order }: Pick<FeedToolbarProps, 'appId' | 'order'>) {
  const [apps, setApps] = useState<{ id: string; name: string }[]>([])
  useEffect(() => {
    // Without them all results are shown, as before.
    readApps().then(setApps, toastFailedCall)
  }, [])
  // A shared link may name an app before the list of apps is loaded.
  const shown = appId && !apps.some(({ id }) => id === appId) ? [...apps, { id: appId, name: appId }] : apps
  return (
    <nav aria-label="Apps" className="min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]">
      <ul className="flex h-14 items-center gap-5">
        {[{ id: undefined, name: 'All' }, ...shown].map(({ id, name }) => (
          <li key={id ?? ''}>
            <Link
              to="/feed"
              search={{ app: id, ...order }}
              aria-current={id === appId ? 'page' : undefined}
              className="flex min-h-11 items-center border-b-2 border-transparent label whitespace-nowrap text-muted hover:text-text aria-[current=page]:border-text aria-[current=page]:text-text"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
