import type { Offer } from '@infra/protocol/chat'
import { getJob, listMyJobs, submitJob } from '@infra/protocol/jobs'
import { expect, type Page } from '@playwright/test'
import { makePng } from '../made-files.ts'
import { startHandNode } from '../network.ts'
import { scriptChat } from '../scripted-chat.ts'
import { callOf, test } from '../served.ts'
import { violations } from '../violations.ts'

const card = (page: Page, name: string) => page.getByRole('log').getByRole('region', { name, exact: true })

async function ask(page: Page, text: string) {
  // Once the account has loaded, the page no longer changes while one types.
  await expect(page.getByText(/Built-in assistant|AI can make mistakes/)).toBeVisible()
  await page.getByPlaceholder('Type your message...').fill(text)
  await page.keyboard.press('Enter')
}

async function myJobs(page: Page) {
  return (await (await callOf(page)).call(listMyJobs, { query: {} })).items
}

test.beforeEach(async ({ person }) => {
  await person.signedInBefore()
})

test('[finding U2] a request is in the card word for word, and nothing runs before Run is pressed @desktop', async ({
  page,
}) => {
  const node = await startHandNode({ apps: ['story-teller'] })
  await page.goto('/chat')
  await ask(page, 'run a story about a cat')
  const story = card(page, 'Story Teller')
  await expect(story.getByLabel('Beginning')).toHaveValue('Once upon a time, there was a cat')
  await expect(story.getByText('Everyone sees the result and what you entered')).toBeVisible()
  expect(await myJobs(page)).toEqual([])
  expect(await violations(page)).toEqual([])

  await ask(page, 'make it about a dog instead')
  await expect(card(page, 'Story Teller')).toHaveCount(2)
  await ask(page, 'and private please')
  const dog = card(page, 'Story Teller').nth(2)
  await expect(dog.getByLabel('Beginning')).toHaveValue('Once upon a time, there was a dog')
  await expect(dog.getByRole('radio', { name: 'Only me' })).toBeChecked()
  await dog.getByLabel('Beginning').fill('Once upon a time, there was a brown dog')
  await page.reload()
  await expect(dog.getByLabel('Beginning')).toHaveValue('Once upon a time, there was a brown dog')
  await expect(dog.getByRole('radio', { name: 'Only me' })).toBeChecked()
  expect(await myJobs(page)).toEqual([])

  await dog.getByRole('button', { name: 'Run · 3 credits' }).focus()
  await page.keyboard.press('Enter')
  await expect(dog).toContainText('Waiting')
  const [job, ...others] = await myJobs(page)
  expect(others).toEqual([])
  expect(job).toMatchObject({
    visibility: 'private',
    input: { prompt: 'Once upon a time, there was a brown dog' },
  })
  await page.reload()
  const claimed = await node.claim(job!.id)
  await node.finish(claimed, {
    text: 'Once upon a time, there was a brown dog. The dog ran home.',
  })
  await expect(dog).toContainText('The dog ran home.')
  await node.stop()
})

test('a pasted text that is too long for a message goes into an app’s form in full @desktop', async ({
  page,
}) => {
  const node = await startHandNode({ apps: ['speak'] })
  const text = 'The lamp went out, the cat curled up, and the whole house fell asleep. '.repeat(4).trim()
  await page.goto('/chat')
  await expect(page.getByRole('list', { name: 'Suggestions' }).getByRole('button')).toHaveCount(3)
  await page.getByPlaceholder('Type your message...').evaluate((input, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
  await page.getByRole('button', { name: 'Speak', exact: true }).click()
  const speak = page.getByRole('region', { name: 'Speak', exact: true })
  await expect(speak.getByLabel('Text')).toHaveValue(text)
  expect(await violations(page)).toEqual([])
  expect(await myJobs(page)).toEqual([])
  await speak.getByRole('button', { name: /^Run · / }).click()
  await expect.poll(async () => (await myJobs(page)).length).toBe(1)
  expect(await myJobs(page)).toMatchObject([{ app: { id: 'speak' }, input: { text } }])
  await node.stop()
})

test('a card takes a chosen picture or the last result, and the thread shows what came of it', async ({
  page,
  context,
  node: _,
}) => {
  const chat = await scriptChat(context)
  chat.answer = () => ({
    message: 'The picture is yours to choose.',
    offer: { kind: 'order', appId: 'vectorise', input: { colors: 'binary', mode: 'polygon' } },
  })
  await page.goto('/chat')
  await ask(page, 'Trace my signature')
  const first = card(page, 'Vectorise').first()
  await expect(first.getByRole('radio', { name: 'Black and white' })).toBeChecked()
  await expect(first.getByRole('radio', { name: 'Polygons' })).toBeChecked()
  await expect(first.getByRole('radio', { name: 'Only me' })).toBeChecked()
  await first.getByRole('button', { name: 'Use my last result' }).click()
  await expect(page.getByText('You have no result that fits yet.')).toBeVisible()
  await first
    .getByLabel('Picture: choose a file')
    .setInputFiles({ name: 'name.png', mimeType: 'image/png', buffer: Buffer.from(makePng(7, 60, 40)) })
  await first.getByRole('button', { name: /^Run · / }).dblclick()
  await expect(first).toContainText('Finished')
  await expect(first.getByRole('img')).toBeVisible()
  expect(await myJobs(page)).toHaveLength(1)
  await page.reload()
  await expect(first).toContainText('Finished')

  chat.answer = () => ({ message: 'Here.', offer: { kind: 'order', appId: 'cut-out', input: {} } })
  await ask(page, 'Cut it out')
  const cut = card(page, 'Cut-out')
  await cut
    .getByLabel('Picture: choose a file')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(makePng(8, 60, 40)) })
  await cut.getByRole('button', { name: /^Run · / }).click()
  await expect(cut).toContainText('Finished')
  chat.answer = () => ({ message: 'Again.', offer: { kind: 'order', appId: 'read-text', input: {} } })
  await ask(page, 'Read it')
  const read = card(page, 'Read Text')
  await read.getByRole('button', { name: 'Use my last result' }).click()
  await expect(read.getByRole('button', { name: 'Use my last result' })).toHaveCount(0)
  await read.getByRole('button', { name: /^Run · / }).click()
  await expect(read).toContainText('Finished')
})

test('the card says that the credits are too few, and can be run again @desktop', async ({
  page,
  context,
  tolerate,
  node: _,
}) => {
  tolerate(/status of 402/)
  const chat = await scriptChat(context)
  chat.answer = () => ({ message: 'Here.', offer: { kind: 'order', appId: 'vectorise', input: {} } })
  await context.route('**/api/job', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 402,
          contentType: 'application/problem+json',
          json: {
            type: '/',
            title: '',
            status: 402,
            code: 'insufficient_credits',
            detail: '',
            instance: 'urn:request:1',
          },
        })
      : route.fallback(),
  )
  await page.goto('/chat')
  await ask(page, 'Trace it')
  const offered = card(page, 'Vectorise')
  await offered
    .getByLabel('Picture: choose a file')
    .setInputFiles({ name: 'name.png', mimeType: 'image/png', buffer: Buffer.from(makePng(9, 60, 40)) })
  await offered.getByRole('button', { name: /^Run · / }).click()
  await expect(offered.getByRole('alert')).toContainText('This costs 2 credits; you have 500.')
  await expect(offered.getByRole('button', { name: /^Run · / })).toBeEnabled()
})

test('a job is cancelled, made private, favourited and deleted in the thread; deleting takes two presses', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(/status of 404/)
  const node = await startHandNode({ apps: ['story-teller'] })
  const chat = await scriptChat(context)
  await page.goto('/chat')
  const { call } = await callOf(page)
  const order = () =>
    call(submitJob, { body: { appId: 'story-teller', input: { prompt: 'A cat' }, visibility: 'public' } })
  const offer = async (made: Offer, words: string) => {
    chat.answer = () => ({ message: 'Shall I?', offer: made })
    await ask(page, words)
  }

  const waiting = await order()
  await offer({ kind: 'job', jobId: waiting.id, action: 'cancel' }, 'cancel it')
  await card(page, 'Cancel this job')
    .getByRole('button', { name: /^Cancel/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect(card(page, 'Cancel this job')).toContainText('Cancelled')
  expect((await call(getJob, { params: { id: waiting.id } })).status).toBe('cancelled')

  const { id } = await order()
  await node.finish(await node.claim(id), { text: 'A cat. The end.' })
  await offer({ kind: 'job', jobId: id, action: 'private' }, 'make it private')
  await card(page, 'Make private').getByRole('button', { name: 'Make private' }).click()
  await expect(card(page, 'Make private')).toContainText('Only you see it.')
  expect((await call(getJob, { params: { id } })).visibility).toBe('private')

  await offer({ kind: 'job', jobId: id, action: 'favorite' }, 'I like it')
  await card(page, 'Add to favourites').getByRole('button', { name: 'Add to favourites' }).click()
  await expect(card(page, 'Add to favourites')).toContainText('It’s in your favourites.')

  await offer({ kind: 'job', jobId: id, action: 'new-version' }, 'another one')
  await card(page, 'New version').getByRole('button', { name: 'New version · 3 credits' }).click()
  await expect(card(page, 'New version')).toContainText('Waiting')
  expect(await violations(page)).toEqual([])

  await offer({ kind: 'job', jobId: id, action: 'delete' }, 'delete it')
  const deletion = card(page, 'Delete this job')
  await deletion.getByRole('button', { name: 'Delete', exact: true }).click()
  expect((await call(getJob, { params: { id } })).status).toBe('finished')
  await deletion.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('log').getByText('The job was deleted.').first()).toBeVisible()
  await node.stop()
})
