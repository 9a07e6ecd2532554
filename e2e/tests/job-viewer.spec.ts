import { textOutput } from '@infra/hand-node/result'
import { getJob, submitJob } from '@infra/protocol/jobs'
import { updateMe } from '@infra/protocol/users'
import { shortAddress } from '@infra/protocol/values/short-address'
import { expect, type Page } from '@playwright/test'
import { makeJob, startHandNode } from '../network.ts'
import { callOf, test } from '../served.ts'
import { untilHydrated } from '../until-hydrated.ts'
import { violations } from '../violations.ts'

/** A WebP of one pixel. */
const HALF_PAINTED =
  'UklGRjoAAABXRUJQVlA4IC4AAADwAQCdASoBAAEAAUAmJaACdLoB+AAEyAAA/hMf+bArmuff7/9Js8TZ4mz45gAA'

test('[R-LAY-11] a visitor opens a shared link, sees the result and checks its receipt', async ({
  page,
  stranger,
}) => {
  const job = await makeJob(stranger, 'cut-out')
  await page.goto(`/feed?job=${job.id}`)
  const viewer = page.getByRole('dialog', { name: 'Cut-out' })
  await expect(viewer.getByRole('img', { name: /^Cut-out( by|:)/ })).toBeVisible()
  await expect(viewer.getByText('Hand node', { exact: true })).toBeVisible()
  await expect(viewer.getByText('hand-node 1', { exact: true })).toBeVisible()
  await expect(viewer.getByText('u2netp, modnet')).toBeVisible()
  await expect(viewer.getByText('Pinned: these are the weights that the network publishes.')).toBeVisible()
  await viewer.getByRole('button', { name: 'Verify' }).click()
  await expect(viewer.getByText('Verified: every signature and every file matches.')).toBeVisible()
  await expect(viewer.getByText(/What this does not prove/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(page).toHaveURL((url) => url.pathname === '/feed' && url.search === '')
})

test('a receipt says if its operator chose the model; an old receipt says that it names no model @desktop', async ({
  page,
  person,
}) => {
  await person.signedInBefore()
  const { call } = await callOf(page)
  const receipts = [
    {
      appId: 'write',
      input: { prompt: 'Say hello' },
      protocol: 2,
      words: 'The model is declared by the operator, not checked.',
    },
    { appId: 'echo', input: {}, protocol: 1, words: 'This receipt does not say which model ran.' },
  ]
  for (const { appId, input, protocol, words } of receipts) {
    const node = await startHandNode({ apps: [appId], protocol })
    const { id } = await call(submitJob, { body: { appId, input, visibility: 'private' } })
    await node.finish(await node.claim(id), [textOutput('Hello.')])
    await page.goto(`/feed?job=${id}`)
    const viewer = page.getByRole('dialog')
    await expect(viewer.getByText(words)).toBeVisible()
    await viewer.getByRole('button', { name: 'Verify' }).click()
    await expect(viewer.getByText('Verified: every signature and every file matches.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await node.stop()
  }
})

test('when the viewer fails to load, the feed stays and offers to reload @desktop', async ({
  page,
  stranger,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|Failed to (load|fetch)|A part of the page could not be shown/)
  const job = await makeJob(stranger, 'cut-out')
  await page.goto('/feed?app=cut-out')
  await untilHydrated(page, '[data-job]')
  await page.route('**/job-viewer-*.js', (route) => route.abort())
  await page.locator(`[data-job="${job.id}"]`).click()
  const lost = page.getByRole('alert').filter({ hasText: 'Couldn’t load part of this page.' })
  await expect(lost).toBeVisible()
  await expect(page.locator(`[data-job="${job.id}"]`)).toBeVisible()
  await page.unroute('**/job-viewer-*.js')
  await lost.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('dialog', { name: 'Cut-out' })).toBeVisible()
})

test('a file that was changed in transit fails verification @desktop', async ({ page, stranger }) => {
  const job = await makeJob(stranger, 'cut-out')
  await page.route(`**/file/${job.outputs[0]!.sha256}*`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: Buffer.concat([await response.body(), Buffer.from([0])]) })
  })
  await page.goto(`/feed?job=${job.id}`)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Not verified: something doesn’t match.')).toBeVisible()
})

test('a result opens from the feed, arrow keys go through the list, and Back returns the focus @desktop', async ({
  page,
  stranger,
}) => {
  const older = await makeJob(stranger, 'vectorise')
  const newer = await makeJob(stranger, 'vectorise')
  await page.goto('/feed?app=vectorise')
  const link = page.locator(`[data-job="${newer.id}"]`)
  // Until then the link loads the result as its own page.
  await untilHydrated(page, '[data-job]')
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`job=${newer.id}`))
  await expect(page.getByRole('button', { name: 'Older →' })).toBeVisible()
  // Tests that run at the same time may have made others.
  for (let turns = 0; turns < 6 && !page.url().includes(older.id); turns++) {
    const before = page.url()
    await page.keyboard.press('ArrowRight')
    await expect(page).not.toHaveURL(before)
  }
  await expect(page).toHaveURL(new RegExp(`job=${older.id}`))
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/feed\?app=vectorise$/)
  await expect(link).toBeFocused()
})

test('a wrong job id says so @desktop', async ({ page, tolerate }) => {
  tolerate(/404/)
  for (const id of ['1', '018f3a5c-1111-7222-8333-444455556666']) {
    await page.goto(`/apps?job=${id}`)
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('This job doesn’t exist')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test('a picture is zoomed and compared with its original by keyboard @desktop', async ({
  page,
  stranger,
}) => {
  const job = await makeJob(stranger, 'cut-out')
  await page.goto(`/feed?job=${job.id}`)
  const stage = page.getByRole('region', { name: /^The result/ })
  await stage.focus()
  const width = async () => (await stage.getByRole('img').boundingBox())!.width
  const fitted = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(fitted * 1.4)
  await page.keyboard.press('0')
  await expect.poll(width).toBeCloseTo(fitted, 0)

  await page.getByRole('button', { name: 'Before / after' }).click()
  const edge = page.getByRole('slider', { name: 'Compare before and after' })
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  await expect(edge).toHaveValue('51')
  await expect(page).toHaveURL(new RegExp(job.id))
})

test('text can be copied and downloaded, and JSON can be downloaded @desktop', async ({
  page,
  stranger,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const job = await makeJob(stranger, 'read-text')
  await page.goto(`/feed?job=${job.id}`)
  await page.getByRole('button', { name: 'Copy text' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Warm places/)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download text' }).click()
  expect((await download).suggestedFilename()).toMatch(/^read-text-.*\.txt$/)
  const json = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download JSON' }).click()
  expect((await json).suggestedFilename()).toMatch(/^read-text-.*\.json$/)
})

test('[X04] the viewer shows one’s own job while it runs, and a reload loses nothing @desktop', async ({
  page,
  person,
}) => {
  const node = await startHandNode({ apps: ['echo'], name: 'Slow node' })
  await person.signedInBefore()
  const { call } = await callOf(page)
  const text = `Hello ${crypto.randomUUID()}`
  const { id } = await call(submitJob, { body: { appId: 'echo', input: { text }, visibility: 'private' } })
  await page.goto(`/feed?job=${id}`)
  const viewer = page.getByRole('dialog', { name: 'Echo' })
  await expect(viewer.getByText(/can run this|Running|Waiting/).first()).toBeVisible()

  const work = await node.claim(id)
  await node.beat(work, 0.4, 'Thinking it over')
  await expect(viewer.getByRole('status').filter({ hasText: 'Thinking it over' })).toBeVisible()
  await expect(viewer.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
  await node.beat(work, 0.4, 'Painting', HALF_PAINTED)
  const painted = viewer.getByRole('img', { name: 'The result so far' })
  await expect(painted).toHaveJSProperty('naturalWidth', 1)
  await page.reload()
  await expect(painted).toBeVisible()
  await expect(viewer.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
  await node.finish(work)
  await expect(viewer.getByText(text).first()).toBeVisible()
  await expect(painted).toBeHidden()
  await expect(viewer.getByText('Picked up by Slow node')).toBeVisible()
  await node.stop()
})

test('[X07] the viewer polls the job when its event stream is blocked @desktop', async ({
  page,
  person,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|Failed to load resource/)
  const node = await startHandNode({ apps: ['echo'] })
  await person.signedInBefore()
  const { call } = await callOf(page)
  const text = `Hello ${crypto.randomUUID()}`
  const { id } = await call(submitJob, { body: { appId: 'echo', input: { text }, visibility: 'private' } })
  await page.route('**/events', (route) => route.abort())
  await page.goto(`/feed?job=${id}`)
  await expect(page.getByRole('dialog', { name: 'Echo' })).toBeVisible()
  await node.finish(await node.claim(id))
  await expect(page.getByRole('dialog').getByText(text).first()).toBeVisible({ timeout: 20_000 })
  await node.stop()
})

test('another’s result is reported from the viewer, which stays open', async ({ page, person, stranger }) => {
  const job = await makeJob(stranger, 'cut-out')
  await person.signedInBefore()
  await open(page, job.id)
  await page.getByRole('button', { name: 'Report this result' }).click()
  const report = page.getByRole('dialog', { name: 'Report this result' })
  await report.getByRole('radio', { name: 'It is hateful' }).check()
  await page.keyboard.press('ArrowRight')
  await report.getByLabel('Note').fill('It says so.')
  expect(await violations(page)).toEqual([])
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(report.getByText('Thank you. A moderator will look at it,')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(report).toBeHidden()
  await expect(page).toHaveURL(new RegExp(job.id))
  await expect(page.getByRole('button', { name: 'Report this result' })).toBeFocused()
})

test('[R-API-3] a result links to its author, Back returns to the result, and an unknown address says so @desktop', async ({
  page,
  stranger,
  tolerate,
}) => {
  tolerate(/status of 404/)
  await stranger.call(updateMe, { body: { bio: 'Draws <b>ferns</b>.' } })
  const job = await makeJob(stranger, 'cut-out')
  await open(page, job.id)
  const viewer = page.getByRole('dialog', { name: 'Cut-out' })
  await viewer.getByRole('link', { name: shortAddress(stranger.address), exact: true }).click()
  const author = page.getByRole('dialog', { name: shortAddress(stranger.address) })
  await expect(author).toContainText('Draws <b>ferns</b>.')
  await expect(author).toContainText(/[1-9]\d* ?public results|public results ?[1-9]/)
  expect(await violations(page)).toEqual([])
  await page.goBack()
  await expect(viewer).toBeVisible()
  await page.goto(`/feed?user=0x${'0'.repeat(40)}`)
  await expect(page.getByRole('dialog')).toContainText('There’s nobody here with this address.')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL((url) => url.search === '')
})

test('one’s own job is made private, deleted or cancelled in the viewer, and is not offered again', async ({
  page,
  person,
  node: _,
}) => {
  await person.signedInBefore()
  const me = await callOf(page)
  const job = await makeJob(me, 'vectorise')
  await open(page, job.id)
  await page.getByRole('button', { name: 'Make private' }).click()
  await expect(page.getByRole('button', { name: 'Make result public' })).toBeVisible()
  expect((await me.call(getJob, { params: { id: job.id } })).visibility).toBe('private')

  await expect(page.getByRole('button', { name: /again|Retry|New version/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(me.call(getJob, { params: { id: job.id } })).rejects.toMatchObject({ code: 'not_found' })

  const slow = await startHandNode({ apps: ['echo'] })
  const { id } = await me.call(submitJob, {
    body: { appId: 'echo', input: { seconds: 60 }, visibility: 'private' },
  })
  await open(page, id)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog').getByText('Cancelled').first()).toBeVisible()
  await slow.stop()
})

async function open(page: Page, jobId: string): Promise<void> {
  await page.goto(`/feed?job=${jobId}`)
  await expect(page.getByRole('dialog').getByText('Timeline')).toBeVisible()
}
