// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Feed, FeedState } from '../feed/create-feed.ts'
import { createStore } from '../store/store.ts'
import { LatestResults } from './latest-results.tsx'

afterEach(cleanup)

test('while results load, there is as much room as they will take', () => {
  const state = createStore<FeedState>({
    jobs: [],
    fresh: [],
    announced: [],
    hasGap: false,
    phase: 'loading',
    next: undefined,
  })
  const nothing = async () => {}
  const feed: Feed = {
    isRanked: false,
    state,
    open: nothing,
    more: nothing,
    refresh: nothing,
    fetchNew: nothing,
    announce: () => {},
    showNew: nothing,
    remove: () => {},
  }
  render(<LatestResults feed={feed} tile={() => null} />)
  expect(screen.getByRole('status', { name: 'Loading' }).children).toHaveLength(8)
})
