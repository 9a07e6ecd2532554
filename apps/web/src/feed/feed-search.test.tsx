// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NavigationProvider, staticNavigation, type Target } from '../navigation/navigation.ts'
import { createFeed } from './create-feed.ts'
import { FeedSearch } from './feed-search.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show(q?: string) {
  const go = vi.fn<(target: Target) => void>()
  const navigation = { ...staticNavigation('/feed'), go }
  const feed = createFeed(undefined, { read: async () => ({ items: [] }), initial: () => undefined })
  const element = (q: string | undefined) => (
    <NavigationProvider value={navigation}>
      <FeedSearch feed={feed} appId={undefined} order={{ q }} />
    </NavigationProvider>
  )
  const { rerender } = render(element(q))
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  return {
    field,
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    searches: () => go.mock.calls.map(([{ search }]) => (search as (now: object) => { q?: string })({}).q),
    arriveAt: (q: string | undefined) => rerender(element(q)),
  }
}

test('keeps what is typed while the search for the beginning starts, and searches for all of it', () => {
  const { field, type, searches, arriveAt } = show()
  type('wal')
  vi.advanceTimersByTime(300)
  type('walrus')
  arriveAt('wal')
  expect(field.value).toBe('walrus')
  vi.advanceTimersByTime(300)
  expect(searches()).toEqual(['wal', 'walrus'])
})

test('shows the search that Back or a link leads to, and drops what was being typed', () => {
  const { field, type, searches, arriveAt } = show('walrus')
  type('walrus in')
  arriveAt('otter')
  expect(field.value).toBe('otter')
  vi.advanceTimersByTime(300)
  arriveAt(undefined)
  expect(field.value).toBe('')
  expect(searches()).toEqual([])
})

test('a search that was left by Back can be typed again', () => {
  const { type, searches, arriveAt } = show()
  type('walrus')
  vi.advanceTimersByTime(300)
  arriveAt('walrus')
  arriveAt(undefined)
  type('walrus')
  vi.advanceTimersByTime(300)
  expect(searches()).toEqual(['walrus', 'walrus'])
})
