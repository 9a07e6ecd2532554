import { expect } from '@playwright/test'
import { shortened, test } from '../person.ts'
import { violations } from '../violations.ts'

const STATEMENT =
  'Welcome! To ensure your security, please sign this message to authenticate your account. Thank you for using our service!'

test('[R-WAL-1] [R-WAL-8] one click links the only wallet and signs the person in', async ({
  page,
  person,
  wallet,
}) => {
  await page.addInitScript(() => {
    const clicked: (string | null)[] = []
    Object.assign(window, { clicked })
    // Only a person's clicks: the page repeats those that came before its scripts had loaded.
    window.addEventListener(
      'click',
      ({ isTrusted, target }) => isTrusted && clicked.push((target as Element).textContent),
      true,
    )
  })
  await page.goto('/')
  expect(wallet.asked).toEqual([])
  await person.signIn()

  expect(await page.evaluate(() => (window as unknown as { clicked: string[] }).clicked)).toEqual(['Link'])
  const prompts = ['eth_requestAccounts', 'personal_sign']
  expect(wallet.asked.filter((method) => prompts.includes(method))).toEqual(prompts)
})

test('[R-WAL-1] with two wallets the person chooses one, and neither is asked before @desktop', async ({
  page,
  person,
  wallet,
}) => {
  await page.addInitScript(announceAnother)
  await page.goto('/')
  await person.pressLink()
  await expect(person.dialog).toContainText('Choose the wallet that holds your account.')
  await expect(person.dialog.getByRole('button', { name: 'Another wallet' })).toBeVisible()
  expect(wallet.asked).not.toContain('eth_requestAccounts')
  await person.chooseWallet()
  await person.isSignedIn()
})

test('[R-ACC-1] [R-ACC-3] linking a wallet signs one message, exchanges it for tokens and loads the account @desktop', async ({
  page,
  person,
  wallet,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Home and the shell also request what they show.
    if (/^\/api\/(auth\/|user\/me$)/.test(pathname)) calls.push(`${request.method()} ${pathname}`)
  })
  await page.goto('/')
  await person.signIn()

  expect(calls).toEqual(['POST /api/auth/challenge', 'POST /api/auth/token', 'GET /api/user/me'])
  expect(wallet.signed).toHaveLength(1)
  expect(wallet.signed[0]).toContain(`\n\n${STATEMENT}\n\n`)
  expect(wallet.signed[0]).toContain(wallet.address())
})

test('[R-WAL-1] [R-WAL-2] the modal opens on demand, is dark, square, black and on top, and lists the wallets found', async ({
  page,
  person,
}) => {
  await page.goto('/')
  await expect(person.dialog).toBeHidden()
  await person.openModal()
  const look = await person.dialog.evaluate((content) => {
    const style = getComputedStyle(content.closest('dialog')!)
    return [style.zIndex, style.borderRadius, style.backgroundColor, style.colorScheme]
  })
  expect(look).toEqual(['1101', '0px', 'rgb(0, 0, 0)', 'dark'])
  await person.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(person.dialog.getByRole('button', { name: 'Test wallet' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(person.dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Link', exact: true }).first()).toBeFocused()
})

test('[R-WAL-12] the screen is kept awake only while the modal is open @desktop', async ({
  page,
  person,
}) => {
  await page.addInitScript(() => {
    const held: string[] = []
    const request = async () => {
      held.push('held')
      return { released: false, addEventListener: () => {}, release: async () => void held.push('released') }
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    Object.assign(window, { held })
  })
  const held = () => page.evaluate(() => (window as unknown as { held: string[] }).held)
  await page.goto('/')
  expect(await held()).toEqual([])
  await person.openModal()
  await expect.poll(held).toEqual(['held'])
  await page.keyboard.press('Escape')
  await expect.poll(held).toEqual(['held', 'released'])
})

test('[R-WAL-5] the page is configured for Ethereum mainnet and the stack’s own devnet @desktop', async ({
  page,
}) => {
  await page.goto('/')
  const block = await page.locator('#configuration').textContent()
  expect(JSON.parse(block!).wallet.chains).toEqual([
    { id: 1, name: 'Ethereum', rpcUrl: null },
    // Through the API, since the page connects to nothing else.
    { id: 31_337, name: 'Infra devnet', rpcUrl: new URL('/api/rpc', page.url()).href },
  ])
})

test('[R-WAL-8] a returning person is reconnected and signed in without a click or a prompt @desktop', async ({
  page,
  person,
  wallet,
}) => {
  await page.goto('/')
  await person.signIn()
  wallet.asked.length = 0
  await page.reload()
  await person.isSignedIn()
  expect(wallet.asked).not.toContain('personal_sign')
  expect(wallet.asked).not.toContain('eth_requestAccounts')
  await page.goto('/profile')
  await expect(page.getByText(wallet.address())).toBeVisible()
})

test('Home loads no wallet code for a visitor @desktop', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text())
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((script) => /eip6963|personal_sign|secp256k1/.test(script))).toEqual([])
})

test('[R-ACC-2] a rejected signature leaves the person connected, says so and can be tried again @desktop', async ({
  page,
  person,
  tolerate,
  wallet,
}) => {
  tolerate(/Failed to authenticate/)
  wallet.answer.sign = 'reject'
  await page.goto('/')
  await person.pressLink()
  await expect(page.getByText('You did not sign the message. Sign in whenever you are ready.')).toBeVisible()
  await expect(person.bar).toContainText(`Connected as ${shortened(wallet.address())}`)
  await expect(page.getByRole('link', { name: 'Profile', exact: true })).toBeHidden()

  wallet.answer.sign = 'approve'
  await page.getByRole('button', { name: 'Sign in' }).click()
  await person.isSignedIn()
})

test('[X19] linking and signing can be cancelled when the wallet never answers @desktop', async ({
  page,
  person,
  wallet,
}) => {
  await page.goto('/')
  await person.openModal()
  expect(await violations(page)).toEqual([])
  await person.dialog.getByRole('button', { name: 'Cancel' }).click()

  wallet.answer.connect = 'approve'
  wallet.answer.sign = 'never'
  await person.chooseWallet()
  await expect(person.bar).toContainText('Sign in your wallet')
  await person.bar.getByRole('button', { name: 'Cancel' }).click()
  await expect(person.bar.getByRole('button', { name: 'Sign in' })).toBeVisible()

  wallet.answer.sign = 'approve'
  await person.bar.getByRole('button', { name: 'Sign in' }).click()
  await person.isSignedIn()
})

test('a wallet that declines or is busy says so, and linking can be tried again @desktop', async ({
  page,
  person,
  wallet,
}) => {
  wallet.answer.connect = 'reject'
  await page.goto('/')
  await person.pressLink()
  await expect(person.dialog).toContainText('You declined the request in Test wallet. Nothing was shared.')
  wallet.answer.connect = 'busy'
  await person.dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(person.dialog).toContainText('Look for the wallet')
  wallet.answer.connect = 'approve'
  await person.dialog.getByRole('button', { name: 'Try again' }).click()
  await person.isSignedIn()
})

test('[R-ACC-4] disconnecting clears the tokens and the user, and leads home from an auth screen @desktop', async ({
  page,
  person,
}) => {
  await page.goto('/')
  await person.signIn()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page).toHaveURL(/\/profile$/)
  const left = page.waitForRequest('**/api/auth/logout')
  await person.bar.getByRole('button', { name: 'Disconnect' }).click()

  await expect(page).toHaveURL((url) => url.pathname === '/')
  await person.isVisitor()
  expect(await person.kept()).toBeNull()
  await left
  await page.reload()
  await expect(page.getByRole('button', { name: 'Link', exact: true }).first()).toBeVisible()
  await person.isVisitor()
})

test('[R-ACC-4] locking the wallet signs the person out @desktop', async ({ page, person, wallet }) => {
  await page.goto('/')
  await person.signIn()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await wallet.lock()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await person.isVisitor()
  expect(await person.kept()).toBeNull()
})

test('[A44] [R-ACC-3] an account switch signs out the old address and signs in the new one @desktop', async ({
  page,
  person,
  wallet,
}) => {
  await page.goto('/')
  await person.signIn()
  const first = wallet.address()
  const left = page.waitForRequest('**/api/auth/logout')
  await wallet.switchAccount()
  await left
  await person.isSignedIn()
  expect(wallet.address()).not.toBe(first)
  expect(wallet.signed).toHaveLength(2)
  expect(wallet.signed[1]).toContain(wallet.address())
  expect(await person.kept()).not.toContain(first)
})

test('[R-WAL-3] [R-WAL-11] a wallet on an unconfigured chain is disconnected, shown as "Unsupported" and can switch @desktop', async ({
  page,
  person,
  wallet,
}) => {
  await page.goto('/')
  await person.signIn()
  await wallet.switchChain(137)
  await person.isVisitor()
  expect(await person.kept()).toBeNull()

  await person.pressLink()
  await expect(person.dialog).toContainText('Your wallet is on a network that Infra does not use.')
  await expect(person.dialog.getByRole('definition')).toHaveText('Unsupported chain 137')
  await person.dialog.getByRole('button', { name: 'Switch to Ethereum' }).click()
  await person.isSignedIn()
})

test('[finding W3] a person who is signed out by an unknown chain reads why, and one click signs them in again @desktop', async ({
  page,
  person,
  wallet,
}) => {
  await page.goto('/')
  await person.signIn()
  await wallet.switchChain(137)
  await person.isVisitor()
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'Test wallet is on a network that Infra does not use, so you are signed out.' })
  await expect(notice).toBeVisible()
  expect(await violations(page)).toEqual([])
  await notice.getByRole('button', { name: 'Switch back' }).click()
  await person.isSignedIn()
  await expect(notice).toBeHidden()
})

test('a reload while the wallet asks for a signature asks again @desktop', async ({
  page,
  person,
  wallet,
}) => {
  wallet.answer.sign = 'never'
  await page.goto('/')
  await person.pressLink()
  await expect(person.bar).toContainText('Sign in your wallet')
  wallet.answer.sign = 'approve'
  await page.reload()
  await person.isSignedIn()
})

/** Runs in the page. This wallet must not be asked anything. */
function announceAnother(): void {
  const info = { uuid: crypto.randomUUID(), name: 'Another wallet', rdns: 'example.another.wallet', icon: '' }
  const provider = { request: () => Promise.reject(new Error('Not asked.')), on: () => {} }
  const detail = Object.freeze({ info, provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
}
