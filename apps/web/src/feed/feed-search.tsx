import type { SEARCH_CHARACTERS_MAX } from '@infra/protocol/jobs'
import type { SearchSort } from '@infra/protocol/jobs/search-jobs'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from '../navigation/link.tsx'
import { useNavigation } from '../navigation/navigation.ts'
import { useStore } from '../store/use-store.ts'
import type { Feed } from './create-feed.ts'
import type { FeedOrder } from './read-feed.ts'

interface FeedSearchProps {
  feed: Feed
  appId: string | undefined
  order: FeedOrder
}

/** Long enough to type a word, short enough that nobody notices the wait. */
const TYPING_MS = 300

const CHARACTERS_MAX: typeof SEARCH_CHARACTERS_MAX = 100

/** The search text and the order. Both are in the address, so that they can be shared. */
export function FeedSearch({ feed, appId, order }: FeedSearchProps) {
  return (
    <search className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <SearchField q={order.q} />
      <nav aria-label="Order">
        <ul className="flex flex-wrap gap-x-5">
          {sortsFor(order).map(({ sort, name }) => (
            <li key={sort ?? ''}>
              <Link
                to="/feed"
                search={{ app: appId, q: order.q, sort }}
                aria-current={sort === order.sort ? 'true' : undefined}
                className="flex min-h-11 items-center label whitespace-nowrap text-muted hover:text-text aria-[current=true]:text-text aria-[current=true]:underline aria-[current=true]:underline-offset-8"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {order.q && <Count feed={feed} />}
    </search>
  )
}

function sortsFor({ q }: FeedOrder): { sort: SearchSort | undefined; name: string }[] {
  const liked = { sort: 'liked' as const, name: 'Most liked this week' }
  return q
    ? [{ sort: undefined, name: 'Best match' }, { sort: 'new', name: 'Newest' }, liked]
    : [{ sort: undefined, name: 'Newest' }, liked]
}

/** Searches when the user stops typing, or right away on Enter. */
function SearchField({ q }: { q: string | undefined }) {
  const navigation = useNavigation()
  const [typed, setTyped] = useState(q ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLInputElement>(null)
  /** The search that the field shows or has asked for: what is typed meanwhile must not be overwritten by it. */
  const own = useRef(q)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Back and links change it too.
  useEffect(() => {
    if (q === own.current) return
    own.current = q
    clearTimeout(timer.current)
    setTyped(q ?? '')
  }, [q])

  const searchFor = (text: string, afterMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const next = text.trim() || undefined
      if (next === own.current) return
      own.current = next
      // One history entry per search, however it was typed.
      navigation.go({ to: '/feed', search: (search) => ({ ...search, q: next }), replace: q !== undefined })
    }, afterMs)
  }
  const type = (text: string) => {
    setTyped(text)
    searchFor(text, TYPING_MS)
  }
  // They only differ if someone typed before the page could react.
  useLayoutEffect(() => {
    const { value } = field.current!
    if (value !== typed) type(value)
  })
  return (
    <input
      ref={field}
      type="search"
      aria-label="Search the feed"
      placeholder="Search results, apps or people"
      value={typed}
      maxLength={CHARACTERS_MAX}
      autoComplete="off"
      enterKeyHint="search"
      className="min-h-11 w-full border border-edge bg-ground px-4 placeholder:text-muted hover:border-muted focus:border-text sm:w-96"
      onChange={({ target }) => type(target.value)}
      onKeyDown={(event) => event.key === 'Enter' && searchFor(event.currentTarget.value, 0)}
    />
  )
}

/** For people who don't see the wall change. */
function Count({ feed }: { feed: Feed }) {
  const { jobs, phase } = useStore(feed.state)
  const count = `${jobs.length}${phase === 'ended' ? '' : ' or more'} ${jobs.length === 1 ? 'result' : 'results'}`
  return (
    <p role="status" className="sr-only">
      {phase === 'loading' && jobs.length === 0 ? 'Searching' : count}
    </p>
  )
}
