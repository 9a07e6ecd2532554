import { textOutput } from '@infra/hand-node/result'
import { findApp } from '@infra/protocol/apps/catalogue'
import { createClient } from '@infra/protocol/client'
import { getJob, type Job, listFinishedJobs, submitJob } from '@infra/protocol/jobs'
import { type Browser, expect, type Page } from '@playwright/test'
import { makePng } from '../made-files.ts'
import { makeJob, startHandNode } from '../network.ts'
import { scriptChat } from '../scripted-chat.ts'
import { callOf, test } from '../served.ts'
import { violations } from '../violations.ts'

const picture = (seed: number) => ({
  name: 'home.png',
  mimeType: 'image/png',
  buffer: Buffer.from(makePng(seed, 60, 40)),
})
const run = (page: Page) => page.getByRole('button', { name: /^Run · / })
const panel = (page: Page) => page.getByRole('region', { name: 'Your job' })
const visitor = () => createClient({ prefix: `${process.env.BASE_URL}/api` })

test.beforeEach(async ({ person }) => {
  await person.signedInBefore()
})

async function choose(page: Page, seed: number): Promise<void> {
  await page.getByLabel(/^Picture: (choose a file|replace)$/).setInputFiles(picture(seed))
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
}

/** Presses a button that orders, and returns the job that came of it. */
async function ordered(page: Page, press: () => Promise<void>): Promise<Job> {
  const answer = page.waitForResponse(
    (response) => /\/api\/job(\/[^/]+\/retry)?$/.test(response.url()) && response.status() === 201,
  )
  await press()
  return (await answer).json()
}

async function isFinished(page: Page, id: string): Promise<void> {
  const { call } = await callOf(page)
  await expect.poll(async () => (await call(getJob, { params: { id } })).status).toBe('finished')
}

async function visitorSees(id: string): Promise<Job | undefined> {
  const { items } = await visitor()(listFinishedJobs, { query: { limit: 99 } })
  const job = await visitor()(getJob, { params: { id } }).catch(() => undefined)
  expect(items.some((one) => one.id === id)).toBe(job !== undefined)
  return job
}

test('[finding U1] a job with a file is private by default, from the form, a clone or the chat @desktop', async ({
  page,
  context,
  stranger,
}) => {
  const private_: string[] = []
  const order = async () => {
    await expect(page.getByRole('radio', { name: 'Only me' })).toBeChecked()
    await expect(page.getByText('Only you see your original and the result.')).toBeVisible()
    const { id } = await ordered(page, () => run(page).click())
    await isFinished(page, id)
    private_.push(id)
  }

  // The form.
  await page.goto('/apps?app=vectorise')
  await choose(page, 11)
  await order()
  // A clone of one's own, and of another's that everyone sees.
  await page.goto(`/apps?app=vectorise&clone=${private_[0]}`)
  await order()
  const shown = await makeJob(stranger, 'vectorise')
  await page.goto(`/apps?app=vectorise&clone=${shown.id}`)
  await order()
  // From the chat.
  const chat = await scriptChat(context)
  chat.answer = () => ({
    message: 'Choose your picture.',
    offer: { kind: 'order', appId: 'vectorise', input: {} },
  })
  await page.goto('/chat')
  await page.getByPlaceholder('Type your message...').fill('Trace it')
  await page.keyboard.press('Enter')
  await choose(page, 12)
  await order()

  for (const id of private_) expect(await visitorSees(id)).toBeUndefined()
})

test('[finding U1] the visibility chosen for one picture does not apply to the next @desktop', async ({
  page,
  node: _,
}) => {
  await page.goto('/apps?app=vectorise')
  await choose(page, 13)
  await page.getByText('All public', { exact: true }).click()
  await expect(page.getByText('Everyone sees the result and your original, in the feed.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'All public' })).toBeChecked()
  await page.getByLabel('Picture: replace').setInputFiles(picture(14))
  await expect(page.getByRole('radio', { name: 'Only me' })).toBeChecked()
})

test('[finding U1] a visitor gets the private original of a public result from neither the job, its page nor its clone @desktop', async ({
  page,
  browser,
  node: _,
}) => {
  await page.goto('/apps?app=cut-out')
  await choose(page, 15)
  await page.getByText('Result public', { exact: true }).click()
  await expect(page.getByText('Only you see your original.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const { id } = await ordered(page, () => run(page).click())
  await isFinished(page, id)
  const { inputFiles } = await (await callOf(page)).call(getJob, { params: { id } })
  const [link] = inputFiles[0]!.url!.split('?')

  expect(await visitorSees(id)).toMatchObject({ inputFilesHidden: true, inputFiles: [] })
  const guest = await openAsVisitor(browser, `/feed?job=${id}`)
  const dialog = guest.getByRole('dialog', { name: 'Cut-out' })
  await expect(dialog).toContainText('The author kept the original private.')
  await expect(dialog.getByRole('button', { name: 'Before / after' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog).toContainText('Verified: every signature and every file shown here matches.')
  await expect(dialog).toContainText('its author keeps the original')
  expect(await violations(guest)).toEqual([])
  await dialog.getByRole('link', { name: 'Clone' }).click()
  await expect(guest.getByText('choose a file of your own')).toBeVisible()
  await expect(guest.getByLabel('Picture: choose a file')).toBeAttached()
  expect((await fetch(process.env.BASE_URL + link!)).status).toBe(404)
  await guest.context().close()

  // Its owner still compares the two.
  await page.goto(`/feed?job=${id}`)
  await page.getByRole('button', { name: 'Before / after' }).click()
  await expect(page.getByRole('dialog')).toContainText('Only you can see your original.')
})

test('[finding U1] an original that its owner hides later stays hidden when the job is made public again @desktop', async ({
  page,
  browser,
  node: _,
}) => {
  const { id, inputFiles } = await makeJob(await callOf(page), 'cut-out')
  const status = async () => (await fetch(process.env.BASE_URL + inputFiles[0]!.url!)).status
  expect(await status()).toBe(200)
  await page.goto(`/feed?job=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Cut-out' })
  await dialog.getByRole('button', { name: 'Hide original' }).click()
  await expect(page.getByText('Everyone can see the result. Only you can see your original.')).toBeVisible()
  expect(await status()).toBe(404)
  await dialog.getByRole('button', { name: 'Make private' }).click()
  await expect(page.getByText('Only you can see this job now.')).toBeVisible()
  expect(await visitorSees(id)).toBeUndefined()
  await dialog.getByRole('button', { name: 'Make result public' }).click()
  await expect(dialog).toContainText('everyone, without the original')
  expect(await visitorSees(id)).toMatchObject({ inputFiles: [] })
  const guest = await openAsVisitor(browser, `/feed?job=${id}`)
  await expect(guest.getByRole('dialog')).toContainText('The author kept the original private.')
  await guest.context().close()
})

test('[finding U3] a new version costs what its button says, has another seed and keeps the visibility @desktop', async ({
  page,
}) => {
  const node = await startHandNode({ apps: ['story-teller'] })
  const me = await callOf(page)
  const seeds: unknown[] = []
  for (const visibility of ['private', 'public'] as const) {
    const body = { appId: 'story-teller', input: { prompt: 'A fern', seed: 7 }, visibility }
    const { id } = await me.call(submitJob, { body })
    await node.finish(await node.claim(id), [story('A fern grew.')])
    await page.goto(`/feed?job=${id}`)
    const { price } = await me.call(getJob, { params: { id } })
    const button = page.getByRole('dialog').getByRole('button', { name: `New version · ${price} credits` })
    const made = await ordered(page, () => button.dblclick())
    expect(made).toMatchObject({ visibility, price, parentId: id, input: { prompt: 'A fern' } })
    seeds.push(made.input.seed)
    await node.finish(await node.claim(made.id), [story('A fern slept.')])
    expect((await visitorSees(made.id)) !== undefined).toBe(visibility === 'public')
  }
  expect(seeds).not.toContain(7)
  await node.stop()
})

test('[finding U1] a retry keeps the visibility of the failed job @desktop', async ({ page }) => {
  const nodes = [await startHandNode({ apps: ['echo'] }), await startHandNode({ apps: ['echo'] })]
  const me = await callOf(page)
  const { id } = await me.call(submitJob, { body: { appId: 'echo', input: {}, visibility: 'private' } })
  for (const node of nodes) await node.fail(await node.claim(id))
  await page.goto(`/feed?job=${id}`)
  const button = page.getByRole('dialog').getByRole('button', { name: 'Retry · 1 credit' })
  const retried = await ordered(page, () => button.click())
  await nodes[0]!.finish(await nodes[0]!.claim(retried.id))
  expect(await visitorSees(retried.id)).toBeUndefined()
  for (const node of nodes) await node.stop()
})

test('a form for text says that everyone sees the text, and one tap makes it private @desktop', async ({
  page,
}) => {
  const node = await startHandNode({ apps: ['story-teller'] })
  await page.goto('/apps?app=story-teller')
  await expect(page.getByRole('radio', { name: 'Everyone' })).toBeChecked()
  await expect(page.getByText('Everyone sees the result and what you entered, in the feed.')).toBeVisible()
  await page.getByText('Only me', { exact: true }).click()
  const { id } = await ordered(page, () => run(page).click())
  await node.finish(await node.claim(id), [story('Once upon a time, a little fox hid.')])
  await expect(panel(page)).toContainText('a little fox hid.')
  expect(await visitorSees(id)).toBeUndefined()
  await node.stop()
})

function story(text: string) {
  return { ...textOutput(text), name: findApp('story-teller')!.outputs[0]!.name }
}

async function openAsVisitor(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext()
  const guest = await context.newPage()
  await guest.goto(process.env.BASE_URL + path)
  return guest
}
