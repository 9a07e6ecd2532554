import { createClient } from '@infra/protocol/client'
import { exchangeSignature, requestChallenge } from '@infra/protocol/sessions'
import { shortAddress } from '@infra/protocol/values/short-address'
import type { AccountState } from '@infra/web/account'
import type { Wallet } from '@infra/web/wallet'
import type { WalletConfiguration } from '@infra/web/wallet-configuration'
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'

import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { wasHidden } from './hidden-pictures.ts'

interface Fixtures {
  /** Ignores console errors that the test provokes; all others fail it. */
  tolerate: (pattern: RegExp) => void
  /** The app with an account that the test scripts. */
  harness: Harness
}

/** One key per worker, so that workers don't sign each other's messages. */
const scripted = privateKeyToAccount(generatePrivateKey())
const ADDRESS = scripted.address

/** As shown on screens. */
export const SHORT_ADDRESS = shortAddress(ADDRESS)

export const visitor: AccountState = { phase: 'disconnected', connecting: false }
export const connected: AccountState = { phase: 'connected', connecting: false, address: ADDRESS }
export const authenticated: AccountState = { phase: 'authenticated', connecting: false, address: ADDRESS }
export const loaded: AccountState = { ...authenticated, user: { id: ADDRESS } }

/** Every test fails on an error in the console, on an uncaught error, and on a request that leaves the origin. */
export const test = base.extend<Fixtures>({
  // Each test has its own network address, so that the rate limits of one don't affect another.
  extraHTTPHeaders: async ({ browserName: _ }, use) => {
    await use({ 'x-forwarded-for': someNetwork() })
  },
  tolerate: [
    async ({ page, baseURL }, use) => {
      const tolerated: RegExp[] = []
      const problems: string[] = []
      const report = (problem: string) => problems.push(problem)
      page.on('console', (message) => isProblem(message) && report(wordsOf(message)))
      page.on('pageerror', (error) => report(error.message))
      page.on(
        'request',
        (request) => isOurs(request.url(), baseURL) || report(`left the origin: ${request.url()}`),
      )
      await use((pattern) => tolerated.push(pattern))
      const unexpected = problems.filter(
        (text) => !tolerated.some((pattern) => pattern.test(text)) && !isLoggedAgain(text, problems),
      )
      const isRemoved = await Promise.all(unexpected.map(isRemovedPicture))
      expect(unexpected.filter((_, place) => !isRemoved[place])).toEqual([])
    },
    { auto: true },
  ],
  harness: async ({ page }, use) => {
    await use(createHarness(page))
  },
})

type Harness = ReturnType<typeof createHarness>

function createHarness(page: Page) {
  const origin = needed('HARNESS_URL')
  return {
    /** Opens a page of the harness with the account in this state from the first moment. */
    async open(path: string, state: AccountState = visitor) {
      const tokens = state.phase === 'authenticated' ? await signInScripted(origin) : undefined
      await page.addInitScript(
        ([kept, set]) => {
          sessionStorage.setItem('scripted-account', kept)
          if (set) localStorage.setItem('infra.tokens', set)
        },
        [JSON.stringify(state), tokens && JSON.stringify({ ...tokens, behindMs: 0 })] as const,
      )
      await page.goto(new URL(path, origin).href)
    },
    /** Opens it with the real account, whose wallet events are recorded. */
    async openLinked(path: string) {
      await page.addInitScript(() => sessionStorage.setItem('linked-account', 'true'))
      await page.goto(new URL(path, origin).href)
    },
    /** Opens it with only a wallet of this configuration, for the test to use. */
    async openWallet(change: Partial<WalletConfiguration>) {
      await page.goto(new URL('/feed', origin).href)
      await page.evaluate((wanted) => window.startWallet(wanted), change)
    },
    walletState: () => page.evaluate(() => window.wallet.getState()),
    /** The wallet's events since the last call. */
    walletEvents: () => page.evaluate(() => window.walletEvents.splice(0)),
    async become(state: AccountState) {
      if (state.phase === 'authenticated') {
        const kept = JSON.stringify({ ...(await signInScripted(origin)), behindMs: 0 })
        // Like another tab, because a page gets no event for its own writes.
        await page.evaluate((set) => {
          localStorage.setItem('infra.tokens', set)
          dispatchEvent(new StorageEvent('storage', { key: 'infra.tokens' }))
        }, kept)
      }
      await page.evaluate((next) => window.scriptedAccount.set(next), state)
    },
    linksAsked: () => page.evaluate(() => window.scriptedAccount.linksAsked),
  }
}

/** The account is scripted, but its session is real, so that screens get real responses from the API. */
async function signInScripted(origin: string) {
  const call = createClient({
    prefix: `${origin}/api`,
    headers: () => ({ 'x-forwarded-for': someNetwork() }),
  })
  const { message } = await call(requestChallenge, { body: { userId: ADDRESS } })
  const signature = await scripted.signMessage({ message })
  return call(exchangeSignature, { body: { userId: ADDRESS, signature } })
}

function someNetwork(): string {
  return `10.${crypto.getRandomValues(new Uint8Array(3)).join('.')}`
}

function isProblem(message: ConsoleMessage): boolean {
  return message.type() === 'error' || message.type() === 'warning'
}

/** Adds the address of what didn't load, which the browser leaves out. */
function wordsOf(message: ConsoleMessage): string {
  const text = message.text()
  return text.startsWith('Failed to load resource') ? `${text} ${message.location().url}` : text
}

/**
 * The app logs each failed call with its path, after the browser has logged the same response, or the lack of one, with its address. A test
 * that ignores the browser's message needn't name the app's.
 */
function isLoggedAgain(problem: string, problems: readonly string[]): boolean {
  const [, path] = /^Failed to fetch data: (\/\S+)/.exec(problem) ?? []
  return path !== undefined && problems.some((other) => isFailedLoadOf(path, other))
}

function isFailedLoadOf(path: string, problem: string): boolean {
  const [, address] = /^Failed to load resource.* (http\S+)$/.exec(problem) ?? []
  return address !== undefined && decodeURIComponent(new URL(address).pathname).endsWith(path)
}

/**
 * Other tests hide and delete results while this one shows them, and a browser logs a missing picture whatever the page does about it. One
 * that is still listed must exist.
 */
async function isRemovedPicture(problem: string): Promise<boolean> {
  const [, origin, file] = /\b404\b.* (http.+)\/api\/file\/([0-9a-f]{64})\./.exec(problem) ?? []
  if (!file) return false
  if (wasHidden(file)) return true
  const listed = await fetch(`${origin}/api/job/finished?limit=100`)
  return !(await listed.text()).includes(file)
}

/** `baseURL` is one of the stack's addresses too, or leads to one. */
function isOurs(address: string, baseURL: string | undefined): boolean {
  const { origin, protocol } = new URL(address)
  const known = [needed('BASE_URL'), needed('HARNESS_URL'), needed('TROUBLED_URL')]
  const ours = [...known, baseURL ?? []].flat().map((url) => new URL(url).origin)
  return ours.includes(origin) || protocol === 'data:' || protocol === 'blob:'
}

function needed(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name}: the browser tests run on a stack that is already up.`)
  return value
}

declare global {
  /** What the harness adds; see `harness/main.tsx`. */
  interface Window {
    scriptedAccount: { set(state: AccountState): void; linksAsked: number }
    walletEvents: string[]
    startWallet(change: Partial<WalletConfiguration>): Promise<void>
    wallet: Wallet
    shell: {
      toast(kind: 'notice' | 'failure', text: string): void
      openModal(modal: { title: string; body: string }): void
    }
  }
}
