import type { Job } from '@infra/protocol/jobs'
import { expect, test, vi } from 'vitest'
import { testJob } from '../jobs/test-job.ts'
import { countNew, createFeed } from './create-feed.ts'
import type { FeedPage, FeedQuery } from './read-feed.ts'

const announcing = ({ id, app }: Job) => ({ id, appId: app.id })
const ids = (jobs: readonly Job[]) => jobs.map(({ id }) => id)

function paged(...pages: FeedPage[]) {
  return vi.fn(async (_: FeedQuery): Promise<FeedPage> => pages.shift() ?? { items: [] })
}

test('[R-API-6] reads pages of 25 by cursor until there is none', async () => {
  const jobs = [testJob(), testJob(), testJob()]
  const read = paged({ items: jobs.slice(0, 2), next: '7' }, { items: jobs.slice(2) })
  const feed = createFeed('cut-out', { read })
  await feed.more()
  await feed.more()
  await feed.more()
  expect(read.mock.calls.map(([query]) => query)).toEqual([
    { appId: 'cut-out', before: undefined, limit: 25 },
    { appId: 'cut-out', before: '7', limit: 25 },
  ])
  expect(ids(feed.state.get().jobs)).toEqual(ids(jobs))
  expect(feed.state.get().phase).toBe('ended')
})

test('[R-API-6] after the ten results in the document, pages have 25 results as well', async () => {
  const read = paged({ items: [testJob()] })
  const initial = vi.fn(() => ({ items: [testJob()], next: '3', isCurrent: true }))
  const feed = createFeed(undefined, { read, initial })
  await feed.open()
  await feed.more()
  expect(initial.mock.calls).toEqual([[{ limit: 10 }]])
  expect(read.mock.calls).toEqual([[{ before: '3', limit: 25 }]])
})

test('after an initial page without favorites, nothing more is read until that page was read again', async () => {
  const [one, two] = [testJob(), testJob()]
  const read = paged({ items: [one], next: '3' }, { items: [two] })
  const initial = () => ({ items: [one], next: '3', isCurrent: false, lacksFavorites: true })
  const feed = createFeed(undefined, { read, initial })
  await feed.more()
  await feed.open()
  await feed.more()
  expect(read.mock.calls).toEqual([[{ limit: 10 }], [{ before: '3', limit: 25 }]])
  expect(ids(feed.state.get().jobs)).toEqual([one.id, two.id])
})

test('[V17] a result that is on two pages is shown once', async () => {
  const [one, two, three] = [testJob(), testJob(), testJob()]
  const feed = createFeed(undefined, {
    read: paged({ items: [one, two], next: '1' }, { items: [two, three] }),
  })
  await feed.more()
  await feed.more()
  expect(ids(feed.state.get().jobs)).toEqual(ids([one, two, three]))
})

test('two calls of more() at once read one page', async () => {
  const read = paged({ items: [testJob()], next: '1' })
  const feed = createFeed(undefined, { read })
  await Promise.all([feed.more(), feed.more()])
  expect(read).toHaveBeenCalledTimes(1)
})

test('announced results wait, each once, until they are shown, which takes one request', async () => {
  const [old, fresh, other] = [
    testJob(),
    testJob(),
    testJob({ app: { id: 'echo', version: 1, name: 'Echo' } }),
  ]
  const read = paged({ items: [old] }, { items: [fresh, old] })
  const feed = createFeed('cut-out', { read })
  await feed.more()
  for (const job of [fresh, fresh, old, other]) feed.announce(announcing(job))
  expect(ids(feed.state.get().jobs)).toEqual([old.id])
  expect(countNew(feed.state.get())).toBe('1')
  expect(read).toHaveBeenCalledTimes(1)
  await feed.showNew()
  expect(read.mock.calls.slice(1)).toEqual([[{ appId: 'cut-out', limit: 25 }]])
  expect(ids(feed.state.get().jobs)).toEqual([fresh.id, old.id])
  expect(countNew(feed.state.get())).toBeUndefined()
})

test('a result that is announced while new results are read waits for the next time', async () => {
  const [old, fresh, later] = [testJob(), testJob(), testJob()]
  const read = paged({ items: [old] })
  const feed = createFeed(undefined, { read })
  await feed.more()
  feed.announce(announcing(fresh))
  read.mockImplementationOnce(async () => {
    feed.announce(announcing(later))
    return { items: [fresh, old] }
  })
  await feed.showNew()
  expect(ids(feed.state.get().jobs)).toEqual([fresh.id, old.id])
  expect(feed.state.get().announced).toEqual([later.id])
})

test('new results that can’t be read stay announced, and the shown ones remain', async () => {
  const [old, fresh] = [testJob(), testJob()]
  const read = paged({ items: [old] })
  const feed = createFeed(undefined, { read })
  await feed.more()
  feed.announce(announcing(fresh))
  read.mockRejectedValueOnce(new Error('away'))
  await feed.showNew()
  expect(feed.state.get()).toMatchObject({ phase: 'failed', jobs: [old], announced: [fresh.id] })
  read.mockResolvedValueOnce({ items: [fresh, old] })
  await feed.showNew()
  expect(ids(feed.state.get().jobs)).toEqual([fresh.id, old.id])
  expect(countNew(feed.state.get())).toBeUndefined()
})

test('an announced result that is then found is counted once, and a deleted one is not counted', async () => {
  const [old, found, deleted] = [testJob(), testJob(), testJob()]
  const feed = createFeed(undefined, { read: paged({ items: [old] }, { items: [found, old] }) })
  await feed.more()
  feed.announce(announcing(found))
  await feed.fetchNew()
  expect(ids(feed.state.get().fresh)).toEqual([found.id])
  feed.announce(announcing(deleted))
  expect(countNew(feed.state.get())).toBe('2')
  feed.remove(deleted.id)
  expect(countNew(feed.state.get())).toBe('1')
})

test('looking for new results takes those above the last known one, and none below it', async () => {
  const [newest, shown, between, older] = [testJob(), testJob(), testJob(), testJob()]
  const read = paged(
    { items: [shown, older], next: '1' },
    { items: [newest, shown, between, older, testJob()] },
  )
  const feed = createFeed(undefined, { read })
  await feed.more()
  await feed.fetchNew()
  expect(ids(feed.state.get().jobs)).toEqual(ids([shown, older]))
  expect(ids(feed.state.get().fresh)).toEqual(ids([newest, between]))
})

test('an empty feed shows its first results by itself, with one request after a random delay', async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  try {
    const [one, two] = [testJob(), testJob()]
    const read = paged({ items: [] }, { items: [two, one] })
    const feed = createFeed(undefined, { read })
    await feed.more()
    for (const job of [one, two]) feed.announce(announcing(job))
    await vi.advanceTimersByTimeAsync(999)
    expect(read).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(read).toHaveBeenCalledTimes(2)
    expect(ids(feed.state.get().jobs)).toEqual([two.id, one.id])
  } finally {
    vi.restoreAllMocks()
    vi.useRealTimers()
  }
})

test('a page that fails can be requested again, and nothing is lost', async () => {
  const [one, two] = [testJob(), testJob()]
  const read = paged({ items: [one], next: '1' })
  const feed = createFeed(undefined, { read })
  await feed.more()
  read.mockRejectedValueOnce(new Error('away'))
  await feed.more()
  expect(feed.state.get()).toMatchObject({ phase: 'failed', jobs: [one] })
  read.mockResolvedValueOnce({ items: [two] })
  await feed.more()
  expect(feed.state.get()).toMatchObject({ phase: 'ended', jobs: [one, two] })
})

test('a page that arrives after a refresh but was requested before it is dropped', async () => {
  const [old, late, fresh] = [testJob(), testJob(), testJob()]
  let arrive: (page: FeedPage) => void = () => {}
  const read = paged({ items: [old], next: '1' })
  const feed = createFeed(undefined, { read })
  await feed.more()
  read.mockImplementationOnce(() => new Promise((done) => (arrive = done)))
  const more = feed.more()
  read.mockResolvedValueOnce({ items: [fresh, old] })
  await feed.refresh()
  arrive({ items: [late] })
  await more
  expect(ids(feed.state.get().jobs)).toEqual(ids([fresh, old]))
})

test('[V10] a deleted result is removed from the list', async () => {
  const [one, two] = [testJob(), testJob()]
  const feed = createFeed(undefined, { read: paged({ items: [one, two] }) })
  await feed.more()
  feed.remove(one.id)
  expect(ids(feed.state.get().jobs)).toEqual([two.id])
})

test('favorites are marked in an initial page that lacks them, and newer results wait above it', async () => {
  const [one, two, three] = [testJob(), testJob(), testJob()]
  const feed = createFeed(undefined, {
    read: paged({ items: [three, { ...two, favorite: true }, one] }),
    initial: () => ({ items: [two, one], isCurrent: false, lacksFavorites: true }),
  })
  await feed.open()
  expect(ids(feed.state.get().jobs)).toEqual(ids([two, one]))
  expect(feed.state.get().jobs[0]!.favorite).toBe(true)
  expect(ids(feed.state.get().fresh)).toEqual([three.id])
})

test('an outdated initial page is read again and replaced', async () => {
  const [one, two] = [testJob(), testJob()]
  const feed = createFeed(undefined, {
    read: paged({ items: [two, one] }),
    initial: () => ({ items: [one], isCurrent: false }),
  })
  await feed.open()
  expect(ids(feed.state.get().jobs)).toEqual(ids([two, one]))
  expect(feed.state.get().fresh).toEqual([])
})

test('[finding B4] more new results than one page holds leave no gap: showing them reads from the top', async () => {
  const [old, ...finished] = Array.from({ length: 131 }, () => testJob())
  const read = vi.fn(async ({ before = '0', limit }: FeedQuery): Promise<FeedPage> => {
    const all = read.mock.calls.length === 1 ? [old!] : [...finished, old!]
    const end = Number(before) + limit
    return { items: all.slice(Number(before), end), next: end < all.length ? String(end) : undefined }
  })
  const feed = createFeed(undefined, { read })
  await feed.more()
  await feed.fetchNew()
  // After a restart of the network every open page looks, and only the first page of results is cached.
  expect(read.mock.calls.slice(1)).toEqual([[{ limit: 25 }]])
  expect(ids(feed.state.get().fresh)).toEqual(ids(finished.slice(0, 25)))
  expect(countNew(feed.state.get())).toBe('25+')
  await feed.showNew()
  expect(feed.state.get().phase).toBe('ready')
  while (feed.state.get().phase === 'ready') await feed.more()
  expect(ids(feed.state.get().jobs)).toEqual(ids([...finished, old!]))
  expect(feed.state.get().fresh).toEqual([])
  expect(countNew(feed.state.get())).toBeUndefined()
})

test('[finding B4] a page that reaches a known result has all new ones, and shows them without a request', async () => {
  const [newest, next, old] = [testJob(), testJob(), testJob()]
  const read = paged({ items: [old], next: '1' }, { items: [newest, next, old], next: '1' })
  const feed = createFeed(undefined, { read })
  await feed.more()
  await feed.fetchNew()
  expect(countNew(feed.state.get())).toBe('2')
  await feed.showNew()
  expect(read).toHaveBeenCalledTimes(2)
  expect(ids(feed.state.get().jobs)).toEqual(ids([newest, next, old]))
})

test('[finding B4] more announced results than are counted leave no gap either', async () => {
  const [old, ...live] = Array.from({ length: 121 }, () => testJob())
  const newestFirst = live.toReversed()
  const read = paged({ items: [old!] }, { items: newestFirst.slice(0, 10), next: '10' })
  const feed = createFeed(undefined, { read })
  await feed.more()
  for (const job of live) feed.announce(announcing(job))
  expect(countNew(feed.state.get())).toBe('99+')
  await feed.showNew()
  expect(feed.state.get().phase).toBe('ready')
  read.mockResolvedValueOnce({ items: [...newestFirst.slice(10), old!] })
  await feed.more()
  expect(ids(feed.state.get().jobs)).toEqual(ids([...newestFirst, old!]))
})

test('search results are read page by page, and not refreshed on their own', async () => {
  const [one, two] = [testJob(), testJob()]
  const read = paged({ items: [one], next: '25' }, { items: [two] })
  const feed = createFeed(undefined, { read, isRanked: true })
  await feed.open()
  await feed.open()
  await feed.fetchNew()
  expect(read).toHaveBeenCalledTimes(1)
  await feed.more()
  expect(read.mock.calls[1]).toEqual([{ before: '25', limit: 25 }])
  expect(ids(feed.state.get().jobs)).toEqual(ids([one, two]))
})
