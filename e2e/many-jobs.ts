import type { Job } from '@infra/protocol/jobs'
import type { Page } from '@playwright/test'

/** Makes the feed return `count` jobs, all like this one except for their ids; this many per page, whatever the request says. */
export function fillFeed(page: Page, sample: Job, count: number, atOnce: number): Promise<unknown> {
  return page.route('**/job/finished?**', (route) => {
    const query = new URL(route.request().url()).searchParams
    const from = Number(query.get('before') ?? 0)
    const to = Math.min(from + atOnce, count)
    const items = Array.from({ length: to - from }, (_, index) => ({
      ...sample,
      id: `018f3a5c-1111-7222-8333-${String(from + index).padStart(12, '0')}`,
    }))
    return route.fulfill({ json: { items, next: to < count ? String(to) : undefined } })
  })
}
