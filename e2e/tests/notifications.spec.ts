import { findApp } from '@infra/protocol/apps/catalogue'
import { submitJob } from '@infra/protocol/jobs'
import { type BrowserContext, expect, type Page, type Response, type Worker } from '@playwright/test'
import { startHandNode } from '../network.ts'
import {
  clickNotification,
  imitatePushService,
  isDecided,
  makeHideable,
  pushTo,
  recordNotifications,
  setHidden,
} from '../notifications.ts'
import { publishApp } from '../publish-app.ts'
import { callOf, test } from '../served.ts'
import { violations } from '../violations.ts'

const order = async (page: Page, text: string) =>
  (await callOf(page)).call(submitJob, { body: { appId: 'echo', input: { text }, visibility: 'private' } })
const choice = (page: Page) => page.getByRole('checkbox', { name: 'Tell me when a job ends' })
const tray = (page: Page) => page.getByRole('region', { name: 'Open jobs' }).filter({ visible: true })

/** Chromium has no push service in private windows, which the tests use, and logs each request for one. */
const NO_PUSH_SERVICE = /Push API in incognito mode/

const isPushCall = (method: string) => (response: Response) =>
  response.url().endsWith('/api/user/me/push') && response.request().method() === method

async function turnOn(context: BrowserContext, page: Page): Promise<Worker> {
  await context.grantPermissions(['notifications'])
  await page.goto('/profile/settings')
  const started = context.waitForEvent('serviceworker')
  await choice(page).check()
  await expect(page.getByText(/^On[ ,]/)).toBeVisible()
  return started
}

test('a job that ends while all tabs are hidden shows one notification, which opens the job in one tab @desktop', async ({
  context,
  page,
  person,
  tolerate,
}) => {
  tolerate(NO_PUSH_SERVICE)
  await makeHideable(context)
  await person.signedInBefore()
  const worker = await turnOn(context, page)
  const shown = await recordNotifications(worker)
  const other = await context.newPage()
  const node = await startHandNode({ apps: ['echo'] })

  /** A tab gets a job that was ordered elsewhere only when it's loaded. */
  const openBoth = async () => {
    for (const tab of [page, other]) {
      await tab.goto('/devlog')
      await expect(tray(tab)).toBeVisible()
    }
  }

  const first = await order(page, 'first')
  await openBoth()
  await setHidden(true, page, other)
  await node.finish(await node.claim(first.id))
  await expect.poll(shown).toEqual([`Your result is ready (${first.id})`])

  await clickNotification(worker, first.id)
  const opened = async () => {
    const counts = [page, other].map((tab) => tab.getByRole('dialog', { name: 'Echo' }).count())
    return (await Promise.all(counts)).sort()
  }
  await expect.poll(opened).toEqual([0, 1])

  // One of the two tabs shows it, so there's no notification.
  const seen = await order(page, 'seen')
  await openBoth()
  await setHidden(true, page)
  await node.finish(await node.claim(seen.id))
  await expect(tray(other)).toBeHidden()

  const last = await order(page, 'last')
  await openBoth()
  await setHidden(true, page, other)
  await node.finish(await node.claim(last.id))
  await expect.poll(shown).toEqual([first, last].map(({ id }) => `Your result is ready (${id})`))
  await node.stop()
})

test('a person who waits for a long job is offered notifications, and accepting turns them on', async ({
  context,
  page,
  person,
  tolerate,
}) => {
  tolerate(NO_PUSH_SERVICE)
  const node = await startHandNode({ apps: ['echo'] })
  await publishApp(page, findApp('echo')!)
  await person.signedInBefore()
  await page.goto('/apps?app=echo')
  await page.getByLabel('Text').fill('Takes its time')
  await page.getByRole('button', { name: /^Run · / }).click()
  const offer = page.getByRole('button', { name: 'Tell me when it’s done' })
  await expect(offer).toBeVisible({ timeout: 20_000 })
  expect(await violations(page)).toEqual([])
  await context.grantPermissions(['notifications'])
  await offer.click()
  await expect(page.getByText('You’ll get a notification when it’s done.')).toBeVisible()
  await page.goto('/profile/settings')
  await expect(choice(page)).toBeChecked()
  await node.stop()
})

test('the settings say what the browser allows, and follow it @desktop', async ({
  context,
  page,
  person,
}) => {
  await person.signedInBefore()
  // Whatever is not granted is denied.
  await context.grantPermissions(['geolocation'])
  await page.goto('/profile/settings')
  await expect(page.getByText('Your browser blocks notifications from Infra.')).toBeVisible()
  await expect(choice(page)).toBeDisabled()
  expect(await violations(page)).toEqual([])
  await context.grantPermissions(['notifications'])
  await expect(choice(page)).toBeEnabled()
  await expect(choice(page)).not.toBeChecked()
})

test('a page that is opened offline says so, and loads once online @desktop', async ({
  context,
  page,
  person,
  tolerate,
}) => {
  tolerate(NO_PUSH_SERVICE)
  tolerate(/ERR_INTERNET_DISCONNECTED|status of 503|Failed to fetch|The network did not answer/)
  await person.signedInBefore()
  await turnOn(context, page)
  await context.setOffline(true)
  await page.goto('/feed')
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Feed' })).toBeVisible()
})

test('pushes are subscribed to by topic, and those about jobs show only while the page is hidden @desktop', async ({
  context,
  page,
  person,
}) => {
  await makeHideable(context)
  await imitatePushService(context)
  await person.signedInBefore()
  const subscribed = page.waitForResponse(isPushCall('POST'))
  const worker = await turnOn(context, page)
  expect((await subscribed).status()).toBe(204)
  await expect(page.getByText('On, even when Infra is closed.')).toBeVisible()
  const shown = await recordNotifications(worker)

  const push = await pushTo(page)
  const [seen, unseen] = [crypto.randomUUID(), crypto.randomUUID()]
  await push({ jobId: seen, title: 'Your picture is ready', body: 'From Upscale x2' })
  await expect.poll(() => isDecided(worker, seen)).toBe(true)
  await setHidden(true, page)
  await push({ jobId: unseen, title: 'Your story is ready', body: 'From Story Teller' })
  await expect.poll(shown).toEqual([`Your story is ready (${unseen})`])

  await setHidden(false, page)
  const resubscribed = page.waitForResponse(isPushCall('POST'))
  await page.getByRole('checkbox', { name: 'Tell me when something is wrong with a node of mine' }).check()
  expect((await resubscribed).request().postDataJSON()).toMatchObject({ about: ['jobs', 'nodes'] })
  const alert = {
    alertId: crypto.randomUUID(),
    isOver: false,
    title: 'Attic is offline',
    body: 'Look at it.',
  }
  await push(alert)
  await push({ ...alert, isOver: true, title: 'Attic is back online' })
  await expect
    .poll(shown)
    .toEqual([
      `Your story is ready (${unseen})`,
      `Attic is offline (${alert.alertId})`,
      `Attic is back online (${alert.alertId})`,
    ])
  await page.getByRole('checkbox', { name: 'Tell me when something is wrong with a node of mine' }).uncheck()
  const unsubscribed = page.waitForResponse(isPushCall('DELETE'))
  await choice(page).uncheck()
  expect((await unsubscribed).status()).toBe(204)
  await expect(page.getByText('Off.', { exact: true })).toBeVisible()
})
