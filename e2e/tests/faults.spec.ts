import { type Fault, type FaultProxy, startFaultProxy } from '@infra/fault-proxy/start-fault-proxy'
import { catalogue, findApp } from '@infra/protocol/apps/catalogue'
import { getChatThread } from '@infra/protocol/chat'
import { listMyJobs } from '@infra/protocol/jobs'
import { expect, type Locator, type Page } from '@playwright/test'
import { ask, log } from '../chat-screen.ts'
import { makeJob, startHandNode } from '../network.ts'
import { publishApp } from '../publish-app.ts'
import { test as base, callOf } from '../served.ts'

/** All requests go through this proxy, which can be made faulty. */
const test = base.extend<{ faultProxy: FaultProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants to see what a fixture needs; this one needs nothing.
  faultProxy: async ({}, use) => {
    const faultProxy = await startFaultProxy(process.env.BASE_URL!)
    await use(faultProxy)
    faultProxy.close()
  },
  baseURL: async ({ faultProxy }, use) => use(faultProxy.url),
})

const faults: readonly Fault[] = [
  { kind: 'refuse' },
  { kind: 'reset' },
  { kind: 'cut', afterBytes: 900 },
  { kind: 'blackhole' },
  { kind: 'latency', ms: 2_000 },
  { kind: 'trickle', bytesPerSecond: 20_000 },
]

/** How far the clock must be advanced for the page to give up once: after 20 s without a response, or 90 s without a word from Infra. */
const PUT_FORWARD_MS = 95_000

/** Waits until the page shows one of these. If nobody responds, its clock is advanced as often as it retries by itself. */
async function ends(page: Page, fault: Fault, outcome: Locator) {
  await expect(async () => {
    if (fault.kind === 'blackhole') await page.clock.fastForward(PUT_FORWARD_MS)
    await expect(outcome.first()).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 40_000 })
}

/**
 * The browser may request the page, or a part of it, over a connection that the fault left unusable; without the wallet's code, the page leads home.
 * People would then open it again, over another connection.
 */
async function openAgain(page: Page, address: string) {
  await expect(() => page.goto(address, { timeout: 5_000 })).toPass({ timeout: 60_000 })
}

test.beforeEach(async ({ page, tolerate }) => {
  test.slow()
  tolerate(/net::ERR_|Failed to load|Failed to fetch|Failed to send message|did not answer/)
  // The page's clock runs as usual, and can be advanced where a person would wait.
  await page.clock.install()
})

test('over a faulty connection, the feed loads or says that it couldn’t, and can be loaded again @desktop', async ({
  page,
  faultProxy,
  stranger,
}) => {
  const { id } = await makeJob(stranger, 'cut-out')
  const failed = page.getByRole('alert').filter({ hasText: 'Couldn’t load the feed' })
  const shown = page
    .getByRole('article')
    .first()
    .or(page.getByRole('heading', { name: 'No results from this app yet.' }))
  const published = catalogue.filter(({ state }) => state === 'published')
  await page.goto('/feed')
  await expect(page.locator(`[data-job="${id}"]`)).toBeVisible()
  await expect(page.getByRole('link', { name: published[0]!.name, exact: true })).toBeVisible()
  for (const [place, fault] of faults.entries()) {
    await faultProxy.inject(fault)
    await page.getByRole('link', { name: published[place]!.name, exact: true }).click()
    await ends(page, fault, failed.or(shown))
    await faultProxy.restore()
    if (await failed.isVisible()) await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(shown.first()).toBeVisible()
    await expect(failed).toBeHidden()
  }
})

test('over a faulty connection, an order succeeds or says that it failed, and makes exactly one job @desktop', async ({
  page,
  faultProxy,
  person,
}) => {
  const node = await startHandNode({ apps: ['echo'], name: 'Far away' })
  await publishApp(page, findApp('echo')!)
  await page.goto('/apps?app=echo')
  await person.signIn()
  const run = page.getByRole('button', { name: /^Run · / })
  const words = page.getByText('Retrying won’t charge you twice')
  const panel = page.getByRole('region', { name: 'Your job' })
  for (const fault of faults) {
    await page.getByLabel('Text').fill(`During ${fault.kind}`)
    await faultProxy.inject(fault)
    await run.click()
    await ends(page, fault, words.or(panel))
    await faultProxy.restore()
    if (await words.isVisible()) await run.click()
    await expect(panel).toBeVisible({ timeout: 20_000 })
    const [ordered] = (await (await callOf(page)).call(listMyJobs, { query: {} })).items
    await node.finish(await node.claim(ordered!.id))
    await expect(panel).toContainText('1 credit paid', { timeout: 20_000 })
    await panel.getByRole('button', { name: 'Clear' }).click()
  }
  const { call } = await callOf(page)
  const { items } = await call(listMyJobs, { query: {} })
  const ordered = items.map((job) => job.input.text).toSorted()
  expect(ordered).toEqual(faults.map(({ kind }) => `During ${kind}`).toSorted())
  await node.stop()
})

test('over a faulty connection, a message gets a reply or an error, and is in the thread once @desktop', async ({
  page,
  faultProxy,
  person,
}) => {
  await page.goto('/feed')
  await person.signIn()
  await page.getByRole('link', { name: 'Ask Infra' }).click()
  const answered = (text: string) =>
    log(page).getByRole('listitem').filter({ hasText: text, hasNotText: 'sending' })
  await ask(page, 'What is a receipt?')
  await expect(answered('What is a receipt?')).toBeVisible()
  await expect(page).toHaveURL(/thread=/)
  const address = page.url()
  const params = { id: new URL(address).searchParams.get('thread')! }
  const isSaid = async (text: string) => {
    const { messages, answering } = await (await callOf(page)).call(getChatThread, { params })
    return answering !== null || messages.some(({ content }) => content === text)
  }
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to send message' })
  for (const fault of faults) {
    const text = `What is a node, by way of ${fault.kind}?`
    await faultProxy.inject(fault)
    await ask(page, text)
    await ends(page, fault, failed.or(answered(text)))
    await faultProxy.restore()
    // Whether it arrived although its response didn't is visible in the thread.
    await expect(async () => {
      await openAgain(page, address)
      await expect(answered('What is a receipt?')).toBeVisible({ timeout: 20_000 })
    }).toPass({ timeout: 90_000 })
    if (!(await isSaid(text))) await ask(page, text)
    await expect(answered(text)).toHaveCount(1)
  }
  const { call } = await callOf(page)
  const { messages } = await call(getChatThread, { params })
  const contents = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  expect(contents.filter((text) => text.includes('by way of'))).toEqual(
    faults.map(({ kind }) => `What is a node, by way of ${kind}?`),
  )
})
