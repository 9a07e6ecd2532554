import { findApp } from '@infra/protocol/apps/catalogue'
import { listMyJobs } from '@infra/protocol/jobs'
import { expect, type Page } from '@playwright/test'
import { makePng } from '../made-files.ts'
import { startHandNode } from '../network.ts'
import { scriptChat } from '../scripted-chat.ts'
import { callOf, test } from '../served.ts'
import { violations } from '../violations.ts'

const card = (page: Page, name: string) => page.getByRole('log').getByRole('region', { name })

async function ask(page: Page, text: string) {
  await page.goto('/chat')
  await page.getByPlaceholder('Type your message...').fill(text)
  await page.keyboard.press('Enter')
}

test.beforeEach(async ({ person }) => {
  await person.signedInBefore()
})

test('what Infra offers opens as a filled form, and its job is followed in the thread', async ({
  page,
  context,
  node: _,
}) => {
  const chat = await scriptChat(context)
  chat.answer = () => ({
    message: 'I have filled it in. The picture is yours to choose.',
    offer: { appId: 'vectorise', input: { colors: 'binary', mode: 'polygon' } },
  })
  await ask(page, 'Trace my signature')
  await expect(card(page, 'Vectorise')).toContainText('ColoursBlack and white')
  // Nothing is ordered for anyone.
  expect((await (await callOf(page)).call(listMyJobs, { query: {} })).items).toEqual([])
  expect(await violations(page)).toEqual([])

  await card(page, 'Vectorise').getByRole('link', { name: 'Open the form' }).click()
  const form = page.getByRole('form', { name: 'Vectorise' })
  await expect(form.getByRole('radio', { name: 'Black and white' })).toBeChecked()
  await expect(form.getByRole('radio', { name: 'Polygons' })).toBeChecked()
  await page
    .getByLabel('Picture: choose a file')
    .setInputFiles({ name: 'name.png', mimeType: 'image/png', buffer: Buffer.from(makePng(7, 60, 40)) })
  await page.getByRole('button', { name: /^Run · / }).click()
  await expect(page.getByRole('region', { name: 'Your job' })).toContainText('Finished')

  await page.goBack()
  await expect(card(page, 'Vectorise')).toContainText('Finished')
  await page.reload()
  await expect(card(page, 'Vectorise')).toContainText('Finished')
  await card(page, 'Vectorise').getByRole('link', { name: 'Open the job' }).click()
  await expect(page.getByRole('dialog', { name: 'Vectorise' })).toBeVisible()
})

test('an offer that needs nothing more is run by one tap, once, and followed as it goes @desktop', async ({
  page,
  context,
}) => {
  const node = await startHandNode({ apps: ['echo'] })
  const chat = await scriptChat(context)
  // The catalogue does not show this app; it is the one that needs no file.
  await context.route('**/api/app/echo', (route) =>
    route.fulfill({
      json: {
        ...findApp('echo'),
        nodes: 1,
        queued: 0,
        p50Seconds: null,
        p90Seconds: null,
        isChecked: false,
        example: null,
      },
    }),
  )
  chat.answer = () => ({ message: 'Shall I?', offer: { appId: 'echo', input: { text: 'Warm' } } })
  await ask(page, 'Say warm')
  await card(page, 'Echo').getByRole('button', { name: 'Run it for 1 credit' }).dblclick()
  await expect(card(page, 'Echo')).toContainText('Waiting')
  const { call } = await callOf(page)
  const [job, ...others] = (await call(listMyJobs, { query: {} })).items
  expect(others).toEqual([])
  const claimed = await node.claim(job!.id)
  await node.beat(claimed, 0.5, 'Thinking of warmth')
  await expect(card(page, 'Echo')).toContainText('Thinking of warmth')
  await node.finish(claimed)
  await expect(card(page, 'Echo')).toContainText('Finished')
  await node.stop()
})

test('an offer of a thread that is gone says so at the form @desktop', async ({
  page,
  context,
  tolerate,
  node: _,
}) => {
  tolerate(/status of 404/)
  await scriptChat(context)
  const gone = '00000000-0000-4000-8000-000000000009'
  await page.goto(`/apps?app=vectorise&offer=${gone}.${gone}`)
  await expect(page.getByRole('alert')).toContainText('What Infra filled in is no longer there')
})
