// @vitest-environment happy-dom
import type { Job } from '@infra/protocol/jobs'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { testJob } from '../jobs/test-job.ts'
import { createFeed, type Feed } from './create-feed.ts'
import { FeedWall } from './feed-wall.tsx'
import type { FeedQuery, InitialPage } from './read-feed.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const jobs = Array.from({ length: 60 }, () => testJob())

/** A page of results; its cursor is the index of the first one. */
async function read({ before = '0', limit }: FeedQuery) {
  const from = Number(before)
  const next = from + limit < jobs.length ? String(from + limit) : undefined
  return { items: jobs.slice(from, from + limit), next }
}

function open(initial: Omit<InitialPage, 'items'>): Feed {
  // Four cards in a row: the first ten do not fill the window.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1100, 800))
  return createFeed(undefined, { read, initial: () => ({ items: jobs.slice(0, 10), ...initial }) })
}

function Screen({ feed }: { feed: Feed }) {
  useEffect(() => void feed.open(), [feed])
  return <FeedWall feed={feed} card={(job: Job) => <p>{job.id}</p>} />
}

test.for<[string, Omit<InitialPage, 'items'>]>([
  ['for a visitor', { next: '10', isCurrent: true }],
  [
    'for someone signed in, whose favorites are read first',
    { next: '10', isCurrent: false, lacksFavorites: true },
  ],
])('a window that ten results don’t fill loads more, %s', async ([, initial]) => {
  const feed = open(initial)
  render(<Screen feed={feed} />)
  await waitFor(() => expect(feed.state.get().jobs).toHaveLength(35))
  expect(screen.getByRole('feed').getAttribute('aria-busy')).toBe('false')
})
