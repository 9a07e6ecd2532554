import type { DisputedCheck } from '@infra/protocol/moderation'
import type { NodeTrust, TrustFigures } from '@infra/protocol/trust'
import type { Page } from '@playwright/test'

/**
 * What the screens show of a network that checks its nodes. These tests' network doesn't, since its nodes are scripted and couldn't prove
 * themselves; apps/api/src/checks tests that the API responds like this.
 */
export async function answerAsChecked(page: Page, nodeId?: string): Promise<void> {
  const figures = await (await fetch(`${process.env.BASE_URL}/api/trust`)).json()
  await page.route('**/api/trust', (route) =>
    route.fulfill({ json: { ...figures, checksNodes: true, ...decided } }),
  )
  await page.route('**/api/app/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), isChecked: true } })
  })
  await page.route('**/api/app', async (route) => {
    const response = await route.fetch()
    const { items } = await response.json()
    await route.fulfill({
      response,
      json: { items: items.map((app: object) => ({ ...app, isChecked: true })) },
    })
  })
  if (nodeId)
    await page.route(`**/api/node/${nodeId}/trust`, (route) =>
      route.fulfill({ json: { isReference: false, items: standing } }),
    )
}

const day = (appId: string, agreed: number, contradicted = 0) => ({
  ...{ day: '2026-11-16', appId, agreed, unclear: 2, contradicted, canaries: 40, strikes: contradicted },
})

const decided: Omit<TrustFigures, 'numbers' | 'checksNodes'> = {
  days: [day('cut-out', 1_204, 1), day('speak', 96), day('story-teller', 312)],
  suspensions: { made: 1, takenBack: 0 },
  keys: [
    { day: '2026-11-17', commitment: 'a1'.repeat(32), key: null },
    { day: '2026-11-07', commitment: 'b2'.repeat(32), key: 'c3'.repeat(32) },
  ],
}

const since = '2026-11-01T00:00:00.000Z' as unknown as Date

const standing: NodeTrust[] = [
  {
    ...{ app: { id: 'cut-out', name: 'Cut-out' }, level: 'trusted', since, isWatched: false, strikes: 0 },
    checks: { agreed: 412, unclear: 0, contradicted: 0 },
    right: { rate: 1, low: 0.9908, high: 1 },
    checksLeft: null,
  },
  {
    ...{
      app: { id: 'read-text', name: 'Read Text' },
      level: 'probation',
      since,
      isWatched: false,
      strikes: 0,
    },
    checks: { agreed: 27, unclear: 1, contradicted: 0 },
    right: { rate: 1, low: 0.8754, high: 1 },
    checksLeft: 23,
  },
  {
    ...{ app: { id: 'speak', name: 'Speak' }, level: 'known', since, isWatched: true, strikes: 1 },
    checks: { agreed: 80, unclear: 0, contradicted: 1 },
    right: { rate: 0.9877, low: 0.9333, high: 0.9978 },
    checksLeft: 14,
  },
]

/** A check that waits for a moderator, with texts as results. */
export function disputedCheck(id: string, texts: readonly string[], isPrivate = false): object {
  const text = (value: string): Partial<DisputedCheck['results'][number]['outputs'][number]> => ({
    ...{ name: 'story', kind: 'text', placeholder: null, mime: 'text/plain', bytes: value.length },
    ...{ sha256: 'd4'.repeat(32), width: null, height: null, seconds: null, text: value },
    ...{ url: null, thumbnailUrl: null, thumbnailSrcset: null },
  })
  return {
    id,
    at: since,
    app: { id: 'story-teller', name: 'Story Teller' },
    jobId: id,
    distance: 1,
    input: isPrivate ? null : { values: { prompt: 'Once upon a time', length: 100, seed: 7 }, files: [] },
    results: texts.map((value, index) => ({
      node: { id: `0x${String(index + 1).repeat(40)}`, name: `Machine ${index + 1}` },
      isReference: index > 0,
      outputs: isPrivate ? [] : [text(value)],
    })),
  }
}
