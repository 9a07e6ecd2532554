import type { AppManifest } from '@infra/protocol/apps/app'
import type { Page } from '@playwright/test'

/** Lists an unpublished app in the catalogue. The rest of the network is unchanged. */
export async function publishApp(page: Page, app: AppManifest) {
  const live = { nodes: 1, queued: 0, p50Seconds: null, p90Seconds: null, isChecked: false, example: null }
  const { items } = await (await fetch(`${process.env.BASE_URL}/api/app`)).json()
  await page.route('**/api/app', (route) =>
    route.fulfill({ json: { items: [...items, { ...app, state: 'published', ...live }] } }),
  )
}
