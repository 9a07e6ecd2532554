import { shortAddress } from '@infra/protocol/values/short-address'
import { expect, type Page } from '@playwright/test'
import { test as withoutWallet } from '../browser.ts'
import { signInSomeone } from '../network.ts'
import { test } from '../person.ts'
import { WALLET_ID } from '../wallet.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Wallet' })
const linkButton = (page: Page) =>
  page.getByRole('button', { name: 'Link', exact: true }).filter({ visible: true })
const isAt = (path: string) => (url: URL) => url.pathname === path

/** Like somebody who leaves a page while signed in, and then removes the extension. */
async function leaveSignedIn(page: Page): Promise<string> {
  const { address, tokens } = await signInSomeone()
  await page.addInitScript(
    ([id, kept]) => {
      localStorage.setItem('infra.wallet', id)
      localStorage.setItem('infra.tokens', kept)
      // Text that shows only for a moment counts too.
      new MutationObserver(() => {
        if (document.body?.textContent?.includes('Connected as')) window.claimedConnection = true
      }).observe(document, { subtree: true, childList: true, characterData: true })
    },
    [WALLET_ID, JSON.stringify({ ...tokens, behindMs: 0 })] as const,
  )
  return address
}

const claimedConnection = (page: Page) => page.evaluate(() => window.claimedConnection ?? false)

withoutWallet(
  '[R-ACC-2] [R-LAY-6] the page waits for a wallet that never returns, without saying that it is connected @desktop',
  async ({ page }) => {
    const address = await leaveSignedIn(page)
    await page.goto('/feed')
    await expect(bar(page)).toContainText(`Waiting for your wallet ${shortAddress(address)}`)
    await expect(linkButton(page)).toHaveCount(0)
    await expect(bar(page)).toBeHidden()
    await expect(linkButton(page)).toBeVisible()
    expect(await claimedConnection(page)).toBe(false)
    expect(await page.evaluate(() => localStorage.getItem('infra.tokens'))).not.toBeNull()
  },
)

withoutWallet(
  '[R-NAV-6] [R-NAV-7] [R-ACC-2] an auth screen shows while the wallet loads, and leads home if it doesn’t return @desktop',
  async ({ page }) => {
    const address = await leaveSignedIn(page)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/wallets-*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible()
    await expect(bar(page)).toContainText(`Waiting for your wallet ${shortAddress(address)}`)
    await expect(page).toHaveURL(isAt('/profile'))
    release()
    await expect(page).toHaveURL(isAt('/'))
    await expect(bar(page)).toBeHidden()
    expect(await claimedConnection(page)).toBe(false)
  },
)

test('[R-NAV-6] [R-ACC-2] a wallet that returns after the wallet-loading phase takes its owner back from Home @desktop', async ({
  page,
  person,
}) => {
  await person.signedInBefore()
  // Like an extension whose background page has to start first.
  await page.addInitScript(() => {
    const ask = window.askWallet
    const awake = new Promise<void>((resolve) => {
      setInterval(() => location.pathname === '/' && resolve(), 20)
    })
    window.askWallet = async (...request) => {
      await awake
      return ask(...request)
    }
  })
  await page.goto('/profile?review=jobs')
  await expect(person.bar).toContainText('Waiting for your wallet')
  await expect(page).toHaveURL(isAt('/'))
  await expect(page).toHaveURL((url) => url.pathname === '/profile' && url.search === '?review=jobs')
  await person.isSignedIn()
})

declare global {
  interface Window {
    claimedConnection?: boolean
  }
}
