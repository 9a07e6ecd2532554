import { cancelJob, getJob, listMyJobs, submitJob } from '@infra/protocol/jobs'
import { listMyNodes } from '@infra/protocol/nodes/my-nodes'
import { expect, type Page } from '@playwright/test'
import { startHandNode } from '../network.ts'
import { callOf, test } from '../served.ts'
import { violations } from '../violations.ts'

/** Sends a message to the built-in assistant, and presses the button of the card in its reply, by keyboard. */
async function sayAndConfirm(page: Page, words: string, title: string, button: RegExp): Promise<void> {
  await page.getByPlaceholder('Type your message...').fill(words)
  await page.keyboard.press('Enter')
  await card(page, title).getByRole('button', { name: button }).focus()
  await page.keyboard.press('Enter')
}

const card = (page: Page, title: string) =>
  page.getByRole('log').getByRole('region', { name: title, exact: true }).last()

test('Infra retries, publishes and favourites a job once the person confirms it by keyboard @desktop', async ({
  page,
  person,
}) => {
  const node = await startHandNode({ apps: ['story-teller'] })
  await person.signedInBefore()
  await page.goto('/chat')
  await expect(page.getByText('Built-in assistant')).toBeVisible()
  const { call } = await callOf(page)
  const input = { prompt: 'A lighthouse' }
  const first = await call(submitJob, { body: { appId: 'story-teller', input, visibility: 'private' } })
  await call(cancelJob, { params: { id: first.id } })

  await sayAndConfirm(page, 'try my last job again', 'Retry this job', /^Retry · 3 credits$/)
  await expect(card(page, 'Retry this job')).toContainText('Waiting')
  const [again] = (await call(listMyJobs, { query: {} })).items
  await node.finish(await node.claim(again!.id), { text: 'A lighthouse. Its lamp was lit.' })
  await expect(card(page, 'Retry this job')).toContainText('Its lamp was lit.')
  expect(again!.id).not.toBe(first.id)

  await sayAndConfirm(page, 'make my last story public', 'Make public', /^Make public$/)
  await expect(card(page, 'Make public')).toContainText('Everyone can see it.')
  expect((await call(getJob, { params: { id: again!.id } })).visibility).toBe('public')

  await sayAndConfirm(page, 'add it to my favourites', 'Add to favourites', /^Add to favourites$/)
  await expect(card(page, 'Add to favourites')).toContainText('It’s in your favourites.')
  const isRemoved = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await sayAndConfirm(page, 'remove it from my favourites', 'Remove from favourites', /^Remove/)
  await expect(card(page, 'Remove from favourites')).toContainText('It isn’t in your favourites.')
  // The card says so before the API does, which a reload at that moment would prevent.
  await isRemoved
  await page.reload()
  await expect(card(page, 'Remove from favourites')).toContainText('It isn’t in your favourites.')
  expect(await violations(page)).toEqual([])

  await page.getByPlaceholder('Type your message...').fill('open the feed')
  await page.keyboard.press('Enter')
  // The answer that was streamed is replaced by the stored one, and with it the link that had the focus.
  await expect(async () => {
    await page.getByRole('log').getByRole('link', { name: 'The feed' }).last().focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL((url) => url.pathname === '/feed', { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await node.stop()
})

test('a node is put to rest and woken up from the thread by keyboard @desktop', async ({ page, person }) => {
  await person.signedInBefore()
  await page.goto('/chat')
  await expect(page.getByText('Built-in assistant')).toBeVisible()
  const { call } = await callOf(page)
  const node = await startHandNode({ apps: ['echo'], name: 'Attic' }, { call })
  const rests = async () => (await call(listMyNodes)).items.map(({ maintenance }) => maintenance)

  await sayAndConfirm(page, 'let my node rest', 'Let it rest', /^Let it rest$/)
  await expect(card(page, 'Let it rest')).toContainText('It’s in maintenance and gets no new jobs.')
  expect(await rests()).toEqual([true])
  await sayAndConfirm(page, 'wake my node up', 'Wake it up', /^Wake it up$/)
  await expect(card(page, 'Wake it up')).toContainText('It takes jobs again.')
  expect(await rests()).toEqual([false])
  expect(await violations(page)).toEqual([])
  await node.stop()
})
