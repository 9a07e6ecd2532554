import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFile } from '@infra/protocol/files'
import { getJob, submitJob } from '@infra/protocol/jobs'
import { expect, type Page } from '@playwright/test'
import { makePng } from '../made-files.ts'
import { type HandNode, startHandNode } from '../network.ts'
import { callOf, test } from '../served.ts'
import { violations } from '../violations.ts'

let machine: HandNode

test.beforeAll(async () => {
  machine = await startHandNode({ apps: ['find-objects', 'transcribe', 'speak'], name: 'Lens' })
})
test.afterAll(() => machine.stop())

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const samples = join(import.meta.dirname, '../../apps/web/src/catalogue/samples')
const viewerOf = (page: Page) => page.getByRole('dialog')

interface Ordered {
  appId: string
  field?: string
  file: Uint8Array<ArrayBuffer>
}

/** Orders a job as the person who is signed in, and finishes it with these outputs. */
async function made(
  page: Page,
  outputs: Record<string, string | Uint8Array>,
  { appId, field = 'image', file }: Ordered,
): Promise<string> {
  const { call } = await callOf(page)
  const { id: sent } = await call(uploadFile, { file: new Blob([file]) })
  const { id } = await call(submitJob, { body: { appId, input: { [field]: sent }, visibility: 'private' } })
  await machine.finish(await machine.claim(id), outputs)
  return id
}

const objects = [
  { label: 'cup', score: 0.91, box: { x: 20, y: 30, width: 100, height: 120 } },
  { label: 'sports ball', score: 0.56, box: { x: 180, y: 60, width: 90, height: 90 } },
]

test('[finding U6] objects are marked on the picture, and each highlights its line in the list and vice versa', async ({
  page,
  person,
  hasTouch,
}) => {
  await person.signedInBefore()
  const file = makePng(3, 320, 240)
  const id = await made(page, { picture: file, objects: json(objects) }, { appId: 'find-objects', file })
  await page.goto(`/feed?job=${id}`)
  const list = viewerOf(page).getByRole('listbox', { name: 'Objects' })
  const cup = list.getByRole('option', { name: 'cup 91 %' })
  const ball = list.getByRole('option', { name: 'sports ball 56 %' })
  const boxes = viewerOf(page).locator('rect[data-region]')
  await expect(boxes).toHaveCount(2)
  if (hasTouch) await ball.tap()
  else await ball.hover()
  await expect(boxes.nth(1)).toHaveAttribute('data-active', 'true')
  if (hasTouch) await boxes.nth(0).tap()
  else await boxes.nth(0).hover()
  await expect(cup).toHaveAttribute('aria-selected', 'true')
  await expect(ball).toHaveAttribute('aria-selected', 'false')
  const [dialog, picture] = [
    await viewerOf(page).boundingBox(),
    await boxes.nth(0).locator('..').boundingBox(),
  ]
  expect(picture!.x + picture!.width).toBeLessThanOrEqual(dialog!.x + dialog!.width)
  expect(await violations(page)).toEqual([])
  // The JSON can be downloaded, but isn't shown.
  await expect(viewerOf(page).getByRole('link', { name: 'Download JSON' })).toBeVisible()
  await expect(viewerOf(page).getByText('"label"')).toHaveCount(0)
})

test('arrow keys go through the objects without leaving the job @desktop', async ({ page, person }) => {
  await person.signedInBefore()
  const file = makePng(4, 320, 240)
  const id = await made(page, { picture: file, objects: json(objects) }, { appId: 'find-objects', file })
  await page.goto(`/feed?job=${id}`)
  const list = viewerOf(page).getByRole('listbox', { name: 'Objects' })
  await list.focus()
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight')
  await expect(list.getByRole('option', { name: 'sports ball' })).toHaveAttribute('aria-selected', 'true')
  await expect(viewerOf(page).locator('rect[data-region="1"]')).toHaveAttribute('data-active', 'true')
  expect(page.url()).toContain(id)
})

test('a result without objects says so @desktop', async ({ page, person }) => {
  await person.signedInBefore()
  const file = makePng(5, 320, 240)
  const none = await made(page, { picture: file, objects: json([]) }, { appId: 'find-objects', file })
  await page.goto(`/feed?job=${none}`)
  await expect(viewerOf(page).getByText('No objects found.')).toBeVisible()
})

test('[finding U6] each word is highlighted in the picture, and a visitor without the original gets only the text', async ({
  page,
  person,
  browser,
  node: _,
}) => {
  await person.signedInBefore()
  const { call } = await callOf(page)
  const { id: image } = await call(uploadFile, { file: new Blob([makePng(6, 320, 240)]) })
  const body = { appId: 'read-text', input: { image }, visibility: 'public' as const, inputFilesHidden: true }
  const { id } = await call(submitJob, { body })
  await expect.poll(async () => (await call(getJob, { params: { id } })).status).toBe('finished')
  await page.goto(`/feed?job=${id}`)
  const text = viewerOf(page).getByRole('listbox', { name: 'Text' })
  await expect(text).toContainText('Warm places are where the work is.')
  await text.getByRole('option', { name: 'places' }).click()
  await expect(viewerOf(page).locator('rect[data-region="1"]')).toHaveAttribute('data-active', 'true')
  expect(await violations(page)).toEqual([])
  const visitor = await browser.newPage()
  await visitor.goto(`${process.env.BASE_URL}/feed?job=${id}`)
  await expect(viewerOf(visitor).getByText('Warm places are').first()).toBeVisible()
  await expect(viewerOf(visitor).locator('rect[data-region]')).toHaveCount(0)
  await visitor.close()
})

const srt = `1
00:00:00,000 --> 00:00:03,400
Good morning, the boat leaves at half past nine.

2
00:00:03,400 --> 00:00:05,640
Please bring a warm coat and something to read.
`

test('[finding U22] the transcript follows the sound, and a line plays it from there', async ({
  page,
  person,
}) => {
  await person.signedInBefore()
  const file = new Uint8Array(await readFile(join(samples, 'announcement.wav')))
  const text =
    'Good morning, the boat leaves at half past nine. Please bring a warm coat and something to read.'
  const id = await made(page, { text, srt }, { appId: 'transcribe', field: 'audio', file })
  await page.goto(`/feed?job=${id}`)
  const lines = viewerOf(page).getByRole('list', { name: 'Transcript' }).getByRole('button')
  await expect(lines).toHaveCount(2)
  await lines.nth(1).click()
  await expect(lines.nth(1)).toHaveAttribute('aria-current', 'true')
  await viewerOf(page).getByRole('slider', { name: 'Position in the sound' }).fill('1')
  await expect(lines.nth(0)).toHaveAttribute('aria-current', 'true')
  await expect(lines.nth(1)).not.toHaveAttribute('aria-current', 'true')
  await expect(viewerOf(page).getByText('-->')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
})

test('[finding U22] a spoken text is shown with its sound, in the viewer and in the feed @desktop', async ({
  page,
  person,
}) => {
  await person.signedInBefore()
  const words = `The whole house fell asleep in ${crypto.randomUUID()}.`
  const { call } = await callOf(page)
  const { id } = await call(submitJob, {
    body: { appId: 'speak', input: { text: words, voice: 'fast' }, visibility: 'public' },
  })
  await machine.finish(await machine.claim(id))
  await page.goto(`/feed?app=speak&job=${id}`)
  await expect(viewerOf(page).getByRole('button', { name: /^Play Speak by/ })).toBeVisible()
  await expect(viewerOf(page).locator('.viewfinder').getByText(words)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('article').getByText(words)).toBeVisible()
})

test('[finding U21] a downloaded result is named after its input file @desktop', async ({
  page,
  person,
  node: _,
}) => {
  await person.signedInBefore()
  await page.goto('/apps?app=cut-out')
  const cat = { name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from(makePng(8, 60, 40)) }
  await page.getByLabel('Picture: choose a file').setInputFiles(cat)
  await page.getByRole('button', { name: /^Run · / }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Your job' }).getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('cat-cut-out.png')
})
