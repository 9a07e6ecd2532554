import type { Page } from '@playwright/test'
import { callAs, type ServingNode, type Someone, signInSomeone, startServingNode } from './network.ts'
import { test as base } from './person.ts'

interface Served {
  /** Serves every published app for as long as the tests of this worker run. */
  node: ServingNode
  /** Another person, whose results are in the feed. */
  stranger: Someone
}

/** A network with a node, so that orders are really claimed, made, signed and paid for. */
export const test = base.extend<object, Served>({
  node: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants to see what a fixture needs; this one needs nothing.
    async ({}, use) => {
      const node = await startServingNode({ apps: ['cut-out', 'vectorise', 'read-text'] })
      await use(node)
      await node.stop()
    },
    { scope: 'worker' },
  ],
  stranger: [
    async ({ node: _ }, use) => {
      await use(await signInSomeone())
    },
    { scope: 'worker' },
  ],
})

/** The person who is signed in on this page, calling the API directly. */
export async function callOf(page: Page): Promise<Pick<Someone, 'call'>> {
  const kept = await page.evaluate(() => localStorage.getItem('infra.tokens'))
  return { call: callAs(JSON.parse(kept!).accessToken) }
}
