import { getJob, listMyJobs, submitJob } from '@infra/protocol/jobs'
import { listMyNodes } from '@infra/protocol/nodes/my-nodes'
import { expect, type Locator, type Page, test as plain } from '@playwright/test'
import { startHandNode } from '../network.ts'
import { callOf, test } from '../served.ts'

/** By keyboard on a desktop, by finger on a phone. */
async function press(button: Locator): Promise<void> {
  if (plain.info().project.name === 'desktop') {
    await button.focus()
    await button.press('Enter')
  } else await button.tap()
}

const card = (page: Page, title: string) =>
  page.getByRole('log').getByRole('region', { name: title, exact: true }).last()

async function say(page: Page, words: string): Promise<void> {
  await page.getByPlaceholder('Type your message...').fill(words)
  await press(page.getByRole('button', { name: 'Send' }))
}

async function sayAndConfirm(page: Page, words: string, title: string, button: RegExp): Promise<void> {
  await say(page, words)
  await press(card(page, title).getByRole('button', { name: button }))
}

test('a job is ordered, followed across a reload and cancelled in the thread, by keyboard or touch', async ({
  page,
  person,
}) => {
  const node = await startHandNode({ apps: ['story-teller'] })
  await person.signedInBefore()
  await page.goto('/chat')
  await expect(page.getByText('Built-in assistant')).toBeVisible()
  const { call } = await callOf(page)
  await sayAndConfirm(page, 'a story about a lighthouse', 'Story Teller', /^Run · \d+ credits$/)
  await expect(card(page, 'Story Teller')).toContainText('Waiting')
  await page.reload()
  await expect(card(page, 'Story Teller')).toContainText('Waiting')
  await sayAndConfirm(page, 'cancel it', 'Cancel this job', /^Cancel/)
  await expect(card(page, 'Cancel this job')).toContainText('Cancelled')
  await page.reload()
  await expect(card(page, 'Cancel this job')).toContainText('Cancelled')
  const [job] = (await call(listMyJobs, { query: {} })).items
  expect(job!.status).toBe('cancelled')
  await node.stop()
})

async function finishStory(page: Page, node: Awaited<ReturnType<typeof startHandNode>>) {
  const { call } = await callOf(page)
  const order = { appId: 'story-teller', input: { prompt: 'A cat' }, visibility: 'public' } as const
  const { id } = await call(submitJob, { body: order })
  await node.finish(await node.claim(id), { text: 'A cat. The end.' })
  return () => call(getJob, { params: { id } })
}

test('a finished job is made private and public and favourited from the thread, by keyboard or touch', async ({
  page,
  person,
}) => {
  const node = await startHandNode({ apps: ['story-teller'] })
  await person.signedInBefore()
  await page.goto('/chat')
  await expect(page.getByText('Built-in assistant')).toBeVisible()
  const job = await finishStory(page, node)
  await sayAndConfirm(page, 'make my last story private', 'Make private', /^Make private$/)
  await expect(card(page, 'Make private')).toContainText('Only you see it.')
  expect((await job()).visibility).toBe('private')
  await sayAndConfirm(page, 'make it public', 'Make public', /^Make public$/)
  await expect(card(page, 'Make public')).toContainText('Everyone can see it.')
  await sayAndConfirm(page, 'add it to my favourites', 'Add to favourites', /^Add to favourites$/)
  await expect(card(page, 'Add to favourites')).toContainText('It’s in your favourites.')
  await sayAndConfirm(page, 'remove it from my favourites', 'Remove from favourites', /^Remove/)
  await expect(card(page, 'Remove from favourites')).toContainText('It isn’t in your favourites.')
  await node.stop()
})

test('a new version of a job is ordered, and a job is deleted after two presses, by keyboard or touch', async ({
  page,
  person,
  tolerate,
}) => {
  tolerate(/status of 404/)
  const node = await startHandNode({ apps: ['story-teller'] })
  await person.signedInBefore()
  await page.goto('/chat')
  await expect(page.getByText('Built-in assistant')).toBeVisible()
  const job = await finishStory(page, node)
  await say(page, 'delete my last story')
  await press(card(page, 'Delete this job').getByRole('button', { name: 'Delete', exact: true }))
  await page.reload()
  expect((await job()).status).toBe('finished')
  await sayAndConfirm(page, 'another version of my story', 'New version', /^New version · \d+ credits$/)
  await expect(card(page, 'New version')).toContainText('Waiting')
  await say(page, 'delete my finished story')
  // The earlier card is still there.
  await expect(page.getByRole('log').getByRole('region', { name: 'Delete this job' })).toHaveCount(2)
  const deletion = card(page, 'Delete this job')
  await press(deletion.getByRole('button', { name: 'Delete', exact: true }))
  await press(deletion.getByRole('button', { name: 'Delete for good' }))
  await expect(page.getByRole('log').getByText('The job was deleted.').first()).toBeVisible()
  await node.stop()
})

test('a node is put to rest and woken up, and a screen is opened from the thread, by keyboard or touch', async ({
  page,
  person,
}) => {
  await person.signedInBefore()
  await page.goto('/chat')
  await expect(page.getByText('Built-in assistant')).toBeVisible()
  const { call } = await callOf(page)
  const node = await startHandNode({ apps: ['echo'], name: 'Attic' }, { call })
  const rests = async () => (await call(listMyNodes)).items.map(({ maintenance }) => maintenance)
  await sayAndConfirm(page, 'let my node rest', 'Let it rest', /^Let it rest$/)
  await expect(card(page, 'Let it rest')).toContainText('It’s in maintenance and gets no new jobs.')
  expect(await rests()).toEqual([true])
  await page.reload()
  await sayAndConfirm(page, 'wake it up again', 'Wake it up', /^Wake it up$/)
  await expect(card(page, 'Wake it up')).toContainText('It takes jobs again.')
  expect(await rests()).toEqual([false])
  await say(page, 'open my settings')
  await press(page.getByRole('log').getByRole('link', { name: 'Your settings' }).last())
  await expect(page).toHaveURL((url) => url.pathname === '/profile/settings')
  await node.stop()
})

test('text that is typed before the account has loaded stays and can be sent', async ({ page, person }) => {
  await person.signedInBefore()
  const typed = Promise.withResolvers<void>()
  await page.route(/\/user\/me(?:\?.*)?$/, async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.goto('/chat', { waitUntil: 'commit' })
  const input = page.getByPlaceholder('Type your message...')
  await input.pressSequentially('how many nodes are online')
  typed.resolve()
  await expect(page.getByText('Built-in assistant')).toBeVisible()
  await expect(input).toHaveValue('how many nodes are online')
  await press(page.getByRole('button', { name: 'Send' }))
  await expect(page.getByRole('log')).toContainText('how many nodes are online')
})
