import type { Job } from '@infra/protocol/jobs'
import type { ReactNode } from 'react'
import type { Feed } from '../feed/create-feed.ts'
import { ButtonLink } from '../navigation/button-link.tsx'
import { Link } from '../navigation/link.tsx'
import { useStore } from '../store/use-store.ts'
import { Button } from '../ui/button.tsx'

const SHOWN = 8

interface LatestResultsProps {
  feed: Feed
  tile: (job: Job) => ReactNode
}

/** The newest results, as they come in. */
export function LatestResults({ feed, tile }: LatestResultsProps) {
  const { jobs, fresh, phase } = useStore(feed.state)
  const newest = [...fresh, ...jobs].slice(0, SHOWN)
  return (
    <section aria-labelledby="latest" className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 font-mono text-sm text-muted">
        <h2 id="latest">Latest results</h2>
        {newest.length > 0 && (
          <Link to="/feed" className="underline-offset-4 hover:text-text hover:underline">
            View feed
          </Link>
        )}
      </div>
      {newest.length > 0 ? (
        <ul className={grid}>{newest.map(tile)}</ul>
      ) : (
        <NoResults phase={phase} onRetry={() => void feed.more()} />
      )}
    </section>
  )
}

function NoResults({ phase, onRetry }: { phase: string; onRetry: () => void }) {
  if (phase === 'failed')
    return (
      <div role="alert" className={box}>
        <p className="text-lg/7">Couldn’t load the latest results.</p>
        <Button icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  if (phase !== 'ended')
    return (
      <div role="status" aria-label="Loading" className={grid}>
        {Array.from({ length: SHOWN }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all are the same.
          <Placeholder key={index} />
        ))}
      </div>
    )
  return (
    <div className={box}>
      <h3 className="text-2xl/8 font-semibold">No results yet.</h3>
      <p className="max-w-[36rem] text-muted">
        The first public result shows up here, with the app that made it and the node that ran it. It could be
        yours.
      </p>
      <ButtonLink to="/apps">Make the first one</ButtonLink>
    </div>
  )
}

/** As tall as a result, so that nothing below moves when the results arrive. */
function Placeholder() {
  return (
    <div aria-hidden="true">
      <div className="aspect-square animate-breathe bg-raised" />
      <p className="pt-2 font-semibold">&nbsp;</p>
      <p className="label">&nbsp;</p>
    </div>
  )
}

const grid = 'grid grid-cols-2 gap-x-4 gap-y-6 sm:gap-x-5 md:grid-cols-3 xl:grid-cols-4'
const box = 'flex flex-col items-start gap-4 border border-line p-6 sm:p-8'
