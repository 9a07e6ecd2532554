import { Link } from '../navigation/link.tsx'

interface NothingFoundProps {
  /** The search text; without it, the most liked results were requested. */
  q: string | undefined
  /** Whether only one app's results are shown. */
  filtered: boolean
}

/** A search without results, or a week without likes. */
export function NothingFound({ q, filtered }: NothingFoundProps) {
  return (
    <section className="flex min-h-96 flex-col items-start gap-5 py-10">
      <h2 className="max-w-full text-3xl/9 font-semibold tracking-tight break-words">
        {q ? (
          <>
            No results for <bdi>{q.includes('"') ? q : `“${q}”`}</bdi>
          </>
        ) : (
          'No likes this week'
        )}
      </h2>
      <p className="max-w-xl text-lg/7 text-muted">
        {q
          ? 'Try fewer or different words. Search also finds results with a similar meaning.'
          : 'Like a result to put it at the top of this list.'}
      </p>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {filtered && (
          <Link
            to="/feed"
            search={q ? { q } : { sort: 'liked' }}
            className="flex min-h-11 items-center underline underline-offset-4 hover:text-hot"
          >
            {q ? 'Search all apps' : 'See all apps'}
          </Link>
        )}
        <Link to="/feed" className="flex min-h-11 items-center underline underline-offset-4 hover:text-hot">
          View the whole feed
        </Link>
      </div>
    </section>
  )
}
