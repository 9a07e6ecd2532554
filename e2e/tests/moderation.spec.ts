import { listMyFeedback, sendBugReport } from '@infra/protocol/feedback'
import { uploadFile } from '@infra/protocol/files'
import { listMyReports, reportJob } from '@infra/protocol/job-reports'
import { getJob } from '@infra/protocol/jobs'
import { appealSanction, listMySanctions } from '@infra/protocol/sanctions'
import { getMe, updateMe } from '@infra/protocol/users'
import { expect, type Page } from '@playwright/test'
import { disputedCheck } from '../checked-answers.ts'
import { noteHiding } from '../hidden-pictures.ts'
import { makePng } from '../made-files.ts'
import { makeJob, signInSomeone, startHandNode } from '../network.ts'
import { test } from '../served.ts'
import { violations } from '../violations.ts'

test.use({ isModerator: true })

const HOSTILE = '<img src=x onerror=alert(1)> ![x](https://beacon.example/x.png) [a](javascript:alert(1))'

async function openReview(page: Page): Promise<void> {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Open the review queue' }).click()
  await expect(page).toHaveURL(/review=jobs/)
}

test.beforeEach(async ({ person }) => {
  await person.signedInBefore()
})

test('[F07] a reported result is hidden with a reason and shown again, and the record keeps the decision', async ({
  page,
  stranger,
}) => {
  const job = await makeJob(stranger, 'cut-out')
  noteHiding(job)
  const reporter = await signInSomeone()
  await reporter.call(reportJob, { params: { id: job.id }, body: { reason: 'hateful', note: HOSTILE } })
  const outcome = async () => (await reporter.call(listMyReports)).items[0]?.outcome
  await openReview(page)
  const card = page.getByRole('listitem').filter({ hasText: HOSTILE }).first()
  await expect(card).toContainText('It is hateful')
  expect(await violations(page)).toEqual([])

  await card.getByRole('button', { name: 'Hide it' }).click()
  await expect(card.getByLabel('Reason')).toBeFocused()
  await expect(card).toContainText('Reason must have at least 4 characters.')
  const why = `Not here, ${crypto.randomUUID()}`
  await card.getByLabel('Reason').fill(why)
  await card.getByRole('button', { name: 'Hide it' }).click()
  await expect(page.getByText('Hidden. Its owner and its reporters are notified.')).toBeVisible()
  await expect(card).toBeHidden()
  expect(await outcome()).toBe('hidden')
  expect((await stranger.call(getJob, { params: { id: job.id } })).hidden).toEqual({
    why,
    isByModerator: true,
  })
  await expect(reporter.call(getJob, { params: { id: job.id } })).rejects.toMatchObject({ code: 'not_found' })

  await page.getByRole('button', { name: 'Decided' }).click()
  const decided = page.getByRole('listitem').filter({ hasText: why })
  await decided.getByLabel('Reason').fill('A second look: it is fine.')
  await decided.getByRole('button', { name: 'Show it again' }).click()
  await expect(page.getByText('Shown again.')).toBeVisible()
  expect(await outcome()).toBe('dismissed')
  expect((await reporter.call(getJob, { params: { id: job.id } })).hidden).toBeNull()

  await page.getByRole('button', { name: 'Record' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: why })).toContainText('Hid result')
  expect(await violations(page)).toEqual([])
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible()
})

test('[finding S12] a moderator takes down a picture by keyboard, finds this in the record and undoes it from there @desktop', async ({
  page,
}) => {
  const owner = await signInSomeone()
  const file = new Blob([makePng(Math.random() * 1000)])
  const { id: avatar } = await owner.call(uploadFile, { file })
  await owner.call(updateMe, { body: { avatar } })
  await page.goto(`/feed?user=${owner.address}`)
  const viewer = page.getByRole('dialog').filter({ hasText: owner.address })
  const picture = viewer.getByRole('img', { name: 'Chosen by this person' })
  await expect(picture).toBeVisible()

  await viewer.getByRole('button', { name: 'Take the picture down' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Take this picture down?' })
  await dialog.getByRole('button', { name: 'Take it down' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expect(dialog).toContainText('Reason must have at least 4 characters.')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(viewer.getByRole('button', { name: 'Take the picture down' })).toBeFocused()
  await expect(picture).toBeVisible()

  const why = `Not here, ${crypto.randomUUID()}`
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.type(why)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Taken down. The person reads why on their profile.')).toBeVisible()
  await expect(picture).toBeHidden()
  await expect(viewer.getByRole('region', { name: 'Moderation' })).toBeFocused()
  await expect(viewer).toContainText(why)
  expect((await owner.call(getMe)).avatarHidden).toEqual({ why })
  expect(await violations(page)).toEqual([])

  await page.goto('/profile?review=record')
  const act = page.getByRole('listitem').filter({ hasText: why })
  await expect(act).toContainText('Took down the picture of')
  await act.getByRole('link').click()
  await viewer.getByRole('button', { name: 'Allow it again' }).click()
  const again = page.getByRole('dialog', { name: 'Allow this picture again?' })
  await again.getByLabel('Reason').fill('A second look: it is fine.')
  await again.getByRole('button', { name: 'Allow it again' }).click()
  await expect(picture).toBeVisible()
  await page.goBack()
  await expect(viewer).toBeHidden()
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: owner.address.slice(0, 5) })
      .first(),
  ).toContainText('Allowed again the picture of')
})

test('[finding S12] a picture that was replaced meanwhile is not taken down unseen @desktop', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 409/)
  const owner = await signInSomeone()
  const choose = async () => {
    const file = new Blob([makePng(Math.random() * 1000)])
    const { id: avatar } = await owner.call(uploadFile, { file })
    await owner.call(updateMe, { body: { avatar } })
  }
  await choose()
  await page.goto(`/feed?user=${owner.address}`)
  await page.getByRole('button', { name: 'Take the picture down' }).click()
  await choose()
  await page.getByLabel('Reason').fill('Not here.')
  await page.getByRole('button', { name: 'Take it down' }).click()
  await expect(page.getByRole('alert')).toContainText('This person has chosen another picture')
  await expect(page.getByLabel('Reason')).toHaveValue('Not here.')
  expect(await owner.call(getMe)).toMatchObject({ avatarUrl: expect.any(String), avatarHidden: null })
})

test('[F07] feedback is shown as plain text and answered, and its sender sees the answer @desktop', async ({
  page,
}) => {
  const sender = await signInSomeone()
  const title = `Heat ${crypto.randomUUID().slice(0, 8)} <script>alert(1)</script>`
  await sender.call(sendBugReport, {
    body: { kind: 'idea', title, description: `${HOSTILE}\n=HYPERLINK("x")`, contact: '@fern' },
  })
  await openReview(page)
  await page.getByRole('button', { name: /^Feedback \(\d+\)$/ }).click()
  const card = page.getByRole('article', { name: title })
  await expect(card).toContainText(HOSTILE)
  await expect(card).toContainText('Answer to: @fern')
  await card.getByLabel('State').selectOption('Planned')
  await card.getByLabel('Answer').fill('Soon.')
  await card.getByLabel('Devlog entry').fill('Not An Entry')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Devlog entry must be the name of an entry')
  await card.getByLabel('Devlog entry').fill('')
  expect(await violations(page)).toEqual([])
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. The sender can see it.')).toBeVisible()
  await expect(card).toBeHidden()
  expect((await sender.call(listMyFeedback)).items).toMatchObject([{ state: 'planned', answer: 'Soon.' }])
})

test('a queue that fails to load says so and can be loaded again @desktop', async ({ page, tolerate }) => {
  tolerate(/status of 503/)
  const problem = {
    ...{ type: '/problems/x', title: 'x', status: 503, code: 'dependency_unavailable' },
    ...{ detail: 'x', instance: 'urn:request:1' },
  }
  await page.route('**/moderation/job?*', (route) => route.fulfill({ status: 503, json: problem }))
  await page.goto('/profile?review=jobs')
  await expect(page.getByRole('alert')).toContainText('Infra isn’t responding.', {
    timeout: 20_000,
  })
  await page.unroute('**/moderation/job?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('the queue fits 320 and 2560 pixels @desktop', async ({ page, stranger }) => {
  const job = await makeJob(stranger, 'read-text')
  const reporter = await signInSomeone()
  const note = `${crypto.randomUUID()} ${'x'.repeat(300)}`
  await reporter.call(reportJob, { params: { id: job.id }, body: { reason: 'other', note } })
  for (const width of [320, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/profile?review=jobs')
    await expect(page.getByText(note)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('a node is suspended with a reason and reinstated after an appeal, and the record has both @desktop', async ({
  page,
}) => {
  const operator = await signInSomeone()
  const node = await startHandNode(
    { apps: ['vectorise'], name: `Odd ${crypto.randomUUID().slice(0, 8)}` },
    operator,
  )
  await page.goto(`/nodes?node=${node.id}`)
  const details = page.getByRole('dialog')
  await details.getByRole('button', { name: 'Suspend or ban this node' }).click()
  await details.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(details).toContainText('Reason must have at least 4 characters.')
  const why = `Its results are noise, ${crypto.randomUUID()}`
  await details.getByLabel('Reason').fill(why)
  expect(await violations(page)).toEqual([])
  await details.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(page.getByText('Suspended. The operator is notified of the reason.')).toBeVisible()
  await expect(details).toContainText(`Suspended: ${why}`)

  const [sanction] = (await operator.call(listMySanctions)).items
  expect(sanction).toMatchObject({ why, kind: 'suspended' })
  await operator.call(appealSanction, { params: { id: sanction!.id }, body: { text: HOSTILE } })
  await page.goto('/profile?review=nodes')
  const card = page.getByRole('article', { name: node.name })
  await expect(card).toContainText(HOSTILE)
  expect(await violations(page)).toEqual([])
  await card.getByLabel('Reason').fill('It was repaired.')
  await card.getByRole('button', { name: 'Lift it' }).click()
  await expect(page.getByText('Lifted. The operator is notified.')).toBeVisible()
  await expect(card).toBeHidden()
  expect((await operator.call(listMySanctions)).items).toMatchObject([
    { appeal: { answer: 'It was repaired.' }, lifted: { why: 'It was repaired.' } },
  ])
  await page.getByRole('button', { name: 'Record' }).click()
  const acts = page.getByRole('listitem')
  await expect(acts.filter({ hasText: 'Reinstated node' }).first()).toContainText('It was repaired.')
  await expect(acts.filter({ hasText: why })).toContainText('Suspended node')
  await node.stop()
})

test('a moderator decides a disputed check, with the results side by side', async ({ page }) => {
  const [shown, kept] = [crypto.randomUUID(), crypto.randomUUID()]
  const texts = ['Once upon a time there was noise.', 'Once upon a time there was a fox.', HOSTILE]
  let checks = [disputedCheck(shown, texts), disputedCheck(kept, texts, true)]
  const decided: unknown[] = []
  await page.route('**/api/moderation/check**', (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: { items: checks } })
    decided.push(route.request().postDataJSON())
    checks = checks.slice(1)
    return route.fulfill({ json: { id: shown } })
  })
  await page.goto('/profile?review=checks')
  const [first, second] = [page.getByRole('article').first(), page.getByRole('article').last()]
  for (const text of texts) await expect(first).toContainText(text)
  await expect(first).toContainText('Once upon a time')
  await expect(second).toContainText('This job is private')
  await expect(second.getByRole('button')).toHaveText(['Nobody can tell'])
  expect(await violations(page)).toEqual([])
  await first.getByRole('button', { name: 'The result is wrong' }).click()
  await expect(first.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('The first one is noise.')
  await first.getByRole('button', { name: 'The result is wrong' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Counted as wrong. Its owner gets the other result.')).toBeVisible()
  expect(decided).toEqual([{ act: 'contradicted', why: 'The first one is noise.' }])
  await expect(page.getByRole('article')).toHaveCount(1)
})
