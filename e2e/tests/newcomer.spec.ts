import { createLinkToken } from '@infra/protocol/nodes'
import { expect, type Page } from '@playwright/test'
import { startAgent } from '../agent.ts'
import { makePng } from '../made-files.ts'
import { signInSomeone } from '../network.ts'
import { paintAcross } from '../paint.ts'
import { test } from '../person.ts'

/** Real models are slow on a machine that is busy with other things too. */
const MODEL = { timeout: 180_000 }

test('a newcomer links the demo wallet, runs two apps on a real node, and favourites and clones a result @desktop', async ({
  page,
  context,
  hasTouch,
}) => {
  test.setTimeout(600_000)
  const operator = await signInSomeone()
  const { token } = await operator.call(createLinkToken)
  const agent = await startAgent({
    LINK_TOKEN: token,
    NODE_APPS: 'erase-fill,speak',
    NODE_NAME: 'Attic',
    NODE_SLOTS: '1',
  })
  try {
    await agent.says(/"Attic" .* is online/)
    await page.goto('/apps?app=erase-fill')
    await linkDemoWallet(page)
    const feed = await context.newPage()
    await feed.goto('/feed')

    await page.getByLabel('Picture: choose a file').setInputFiles(picture)
    const canvas = page.getByRole('application', { name: 'Paint what to remove: paint over the picture' })
    await canvas.scrollIntoViewIfNeeded()
    await paintAcross(page, (await canvas.boundingBox())!, hasTouch)
    await page.getByText('Result public', { exact: true }).click()
    await page.getByRole('button', { name: /^Run · / }).click()
    await expect(panel(page).getByRole('img', { name: /Erase & Fill by/ })).toBeVisible(MODEL)
    await expect(panel(page)).toContainText('Attic')

    await page.goto('/apps?app=speak')
    await page.getByLabel('Text', { exact: true }).fill('Heat means activity.')
    await page.getByRole('combobox', { name: 'Voice' }).selectOption('fast')
    await page.getByRole('button', { name: /^Run · / }).click()
    await expect(panel(page).getByRole('button', { name: /^Play/ })).toBeVisible(MODEL)

    // Both results appear in a tab that was open all the time.
    await feed.getByRole('button', { name: /new/ }).click(MODEL)
    const spoken = feed.getByRole('article').filter({ hasText: 'Speak' }).first()
    await expect(spoken).toBeVisible()
    await expect(feed.getByRole('article').filter({ hasText: 'Erase & Fill' }).first()).toBeVisible()
    await spoken.getByRole('button', { name: /^Favourite/ }).click()
    await expect(spoken.getByRole('button', { name: /^Favourite/ })).toHaveAttribute('aria-pressed', 'true')

    await spoken.getByRole('link').first().click()
    const viewer = feed.getByRole('dialog', { name: 'Speak' })
    await viewer.getByRole('link', { name: 'Clone' }).click()
    await expect(feed.getByLabel('Text', { exact: true })).toHaveValue('Heat means activity.')
    await feed.getByLabel('Text', { exact: true }).fill('One sentence after another. '.repeat(60))
    await feed.getByRole('button', { name: /^Run · / }).click()
    await panel(feed).getByRole('button', { name: 'Cancel' }).click()
    await expect(panel(feed)).toContainText('Nothing was charged.')

    await feed.goto('/profile/favourites')
    const favourites = feed
      .locator('section')
      .filter({ has: feed.getByRole('heading', { name: 'Favourites', exact: true }) })
    await expect(favourites.getByRole('listitem')).toHaveCount(1)
    await expect(favourites).toContainText('Speak')
  } finally {
    await agent.stop()
  }
})

test('an operator links a real agent by its code and sees it online @desktop', async ({ page, person }) => {
  const agent = await startAgent({ NODE_APPS: 'echo', NODE_NAME: 'Cellar', NODE_SLOTS: '1' })
  try {
    const [, code] = await agent.says(/confirm the code\s+(\S+)/)
    await page.goto('/nodes')
    await person.signIn()
    await page.getByRole('button', { name: 'Add your node' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Code').fill(code!)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Add this node' }).click()
    await expect(dialog).toContainText('Online.', { timeout: 60_000 })
    await page.keyboard.press('Escape')
    const mine = page.getByRole('listitem', { name: 'Cellar' })
    await expect(mine).toContainText('Online', { timeout: 60_000 })
  } finally {
    await agent.stop()
  }
})

const picture = { name: 'street.png', mimeType: 'image/png', buffer: Buffer.from(makePng(7, 320, 240)) }

function panel(page: Page) {
  return page.getByRole('region', { name: 'Your job' })
}

async function linkDemoWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Link', exact: true }).first().click()
  await page.getByRole('button', { name: 'Demo wallet' }).click()
  for (const sheet of ['Link the demo wallet?', 'Sign this message?']) {
    await page.getByRole('dialog', { name: sheet }).getByRole('button', { name: 'Approve' }).click()
  }
  await expect(page.getByRole('link', { name: 'Profile', exact: true })).toBeVisible()
}
