import type { Job } from '@infra/protocol/jobs'
import { type CSSProperties, type KeyboardEvent, memo, type ReactNode, useCallback, useRef } from 'react'
import { useStore } from '../store/use-store.ts'
import { Button } from '../ui/button.tsx'
import { useIsHydrating } from '../ui/use-is-hydrating.ts'
import type { Feed } from './create-feed.ts'
import { useMoreNearEnd, useWall, type Wall } from './use-wall.ts'
import { cardAfter, GAP } from './window-rules.ts'

type DrawCard = (job: Job, place: { sizes: string; eager: boolean }) => ReactNode

interface FeedWallProps {
  feed: Feed
  /** The same function at every render: the cards that stay are not drawn again. */
  card: DrawCard
}

/** The cards of the feed, of which only those near the screen are there: ten thousand weigh as much as thirty. */
export function FeedWall({ feed, card }: FeedWallProps) {
  const { jobs, phase } = useStore(feed.state)
  const element = useRef<HTMLDivElement>(null)
  const wall = useWall(element, jobs.length)
  const view = useView(wall)
  // The end is looked at again after each answer, also one that brought nothing new. A page that failed is asked for again by hand.
  const isReady = phase === 'ready'
  const more = useCallback(() => {
    if (isReady) void feed.more()
  }, [feed, isReady])
  useMoreNearEnd(wall, more)

  return (
    <>
      <div
        ref={element}
        role="feed"
        aria-label="Results"
        aria-busy={phase === 'loading'}
        className={wall || jobs.length <= unmeasured.to ? 'relative' : 'relative min-h-dvh'}
        style={wall && { height: wall.rows * wall.rowHeight - GAP }}
        onKeyDown={(event) => wall && moveFocus(event, jobs, wall)}
      >
        {view && (
          <div className={`grid items-start ${view.className}`} style={view.style}>
            {jobs.slice(view.from, view.to).map((job, index) => (
              <Card
                key={job.id}
                job={job}
                draw={card}
                position={view.from + index + 1}
                of={phase === 'ended' ? jobs.length : -1}
                sizes={view.sizes}
                eager={view.from + index < view.eager}
              />
            ))}
          </div>
        )}
      </div>
      <WallEnd phase={phase} onRetry={() => void feed.more()} />
    </>
  )
}

interface CardProps {
  job: Job
  draw: DrawCard
  position: number
  of: number
  sizes: string
  eager: boolean
}

const Card = memo(function Card({ job, draw, position, of, sizes, eager }: CardProps) {
  return (
    <article aria-posinset={position} aria-setsize={of} className="relative">
      {draw(job, { sizes, eager })}
    </article>
  )
})

interface View {
  from: number
  to: number
  /** So many of the first are fetched at once. */
  eager: number
  sizes: string
  className: string
  style?: CSSProperties
}

/** Which cards are drawn, and how they are laid out. */
function useView(wall: Wall | undefined): View | undefined {
  const hydrating = useIsHydrating()
  if (!wall) return hydrating ? unmeasured : undefined
  const { first, last, columns, cardWidth, rowHeight } = wall
  return {
    from: first * columns,
    to: last * columns,
    eager: columns * 2,
    sizes: `${cardWidth}px`,
    className: 'will-change-transform',
    style: {
      gap: GAP,
      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      gridAutoRows: rowHeight - GAP,
      transform: `translateY(${first * rowHeight}px)`,
    },
  }
}

/** The server knows no window: as many as a large one shows, laid out by the browser as `gridFor` does it. */
const unmeasured: View = {
  from: 0,
  to: 12,
  // On a phone; elsewhere the others are small.
  eager: 2,
  sizes: '(max-width: 515px) calc(100vw - 32px), 280px',
  className: 'grid-cols-[repeat(auto-fill,minmax(14.5rem,1fr))] gap-5',
}

/** The next card may not be there yet; but the row before and the row after always are. */
function moveFocus(event: KeyboardEvent<HTMLElement>, jobs: readonly Job[], wall: Wall): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const current = (event.target as HTMLElement).closest<HTMLElement>('[data-job]')?.dataset.job
  const at = jobs.findIndex(({ id }) => id === current)
  if (at < 0) return
  const next = cardAfter(event.key, at, { columns: wall.columns, count: jobs.length })
  if (next === undefined) return
  event.preventDefault()
  const element = event.currentTarget
  const target = () => element.querySelector<HTMLElement>(`[data-job="${jobs[next]!.id}"]`)
  target()?.focus()
  if (document.activeElement === target()) return
  const row = Math.floor(next / wall.columns)
  window.scrollTo({
    top: element.getBoundingClientRect().top + scrollY + row * wall.rowHeight - wall.rowHeight,
  })
  requestAnimationFrame(() => requestAnimationFrame(() => target()?.focus()))
}

function WallEnd({ phase, onRetry }: { phase: string; onRetry: () => void }) {
  return (
    <div role="status" className="flex min-h-24 items-center justify-center pt-6 label text-muted">
      {phase === 'loading' && 'Loading more'}
      {phase === 'ended' && 'You’re up to date.'}
      {phase === 'failed' && (
        <div className="flex flex-wrap items-center justify-center gap-4">
          <span>Couldn’t load more.</span>
          <Button icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}
