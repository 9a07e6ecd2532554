import { textOutput } from '@infra/hand-node/result'
import { getJob, listMyJobs, submitJob } from '@infra/protocol/jobs'
import { expect, type Page } from '@playwright/test'
import { makeJob, startHandNode } from '../network.ts'
import { callOf, test } from '../served.ts'
import { violations } from '../violations.ts'

const menu = (page: Page) => page.getByRole('list', { name: 'Use this result in' })

test('a result goes into another app in three actions, without another upload', async ({
  page,
  person,
  node: _,
}) => {
  await person.signedInBefore()
  const me = await callOf(page)
  const job = await makeJob(me, 'cut-out', { visibility: 'private' })
  let uploads = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/file')) uploads++
  })
  await page.goto(`/feed?job=${job.id}`)
  await page.getByRole('button', { name: 'Use in …' }).click()
  expect(await violations(page)).toEqual([])
  await menu(page).getByRole('link', { name: 'Vectorise' }).click()
  await expect(page.getByRole('img', { name: 'Picture, as chosen' })).toBeVisible()
  await expect(page.getByText('320 × 320')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Only me' })).toBeChecked()
  await page.getByRole('button', { name: /^Run · / }).click()
  const panel = page.getByRole('region', { name: 'Your job' })
  await expect(panel.getByRole('img', { name: /^Vectorise by/ })).toBeVisible({ timeout: 20_000 })
  expect(uploads).toBe(0)
  const { items } = await me.call(listMyJobs, { query: {} })
  expect(items[0]).toMatchObject({
    ...{ app: { id: 'vectorise' }, visibility: 'private' },
    input: { image: `job:${job.id}/picture` },
  })
})

test('text of a private result fills in a form that is private too; edits survive a reload @desktop', async ({
  page,
  person,
}) => {
  await person.signedInBefore()
  const { call } = await callOf(page)
  const node = await startHandNode({ apps: ['echo'] })
  const { id } = await call(submitJob, {
    body: { appId: 'echo', input: { text: 'x' }, visibility: 'private' },
  })
  await node.finish(await node.claim(id), [textOutput('The boat leaves at nine.')])
  await expect.poll(async () => (await call(getJob, { params: { id } })).status).toBe('finished')
  await page.goto(`/feed?job=${id}`)
  await page.getByRole('button', { name: 'Use in …' }).click()
  await menu(page).getByRole('link', { name: 'Speak' }).click()
  const text = page.getByLabel('Text', { exact: true })
  await expect(text).toHaveValue('The boat leaves at nine.')
  await expect(page.getByRole('radio', { name: 'Only me' })).toBeChecked()
  await text.fill('The boat leaves at ten.')
  await page.reload()
  await expect(text).toHaveValue('The boat leaves at ten.')
  await node.stop()
})

test('a result that doesn’t exist, or doesn’t fit the app, says so @desktop', async ({
  page,
  person,
  tolerate,
  node: _,
}) => {
  tolerate(/status of 404/)
  await person.signedInBefore()
  const job = await makeJob(await callOf(page), 'cut-out', { visibility: 'private' })
  for (const use of [`job:${job.id}/other`, 'job:018f3a5c-1111-7222-8333-000000000001/picture', 'x']) {
    await page.goto(`/apps?app=upscale&use=${encodeURIComponent(use)}`)
    await expect(page.getByRole('alert').filter({ hasText: 'That result was deleted' })).toBeVisible()
  }
  await page.goto(`/apps?app=transcribe&use=${encodeURIComponent(`job:${job.id}/picture`)}`)
  await expect(page.getByRole('alert').filter({ hasText: 'doesn’t fit this app' })).toBeVisible()
})
