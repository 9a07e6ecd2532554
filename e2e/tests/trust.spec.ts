import { getJob } from '@infra/protocol/jobs'
import { expect } from '@playwright/test'
import { answerAsChecked } from '../checked-answers.ts'
import { expectToFitAnyWindow } from '../fits-window.ts'
import { makeJob, startHandNode } from '../network.ts'
import { callOf, test } from '../served.ts'
import { untilHydrated } from '../until-hydrated.ts'
import { violations } from '../violations.ts'

test('the footer links to how results are checked, by keyboard, and Back returns @desktop', async ({
  page,
}) => {
  await page.goto('/feed')
  await untilHydrated(page, 'footer a')
  await page.getByRole('link', { name: 'How results are checked' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/nodes\?about=trust$/)
  const heading = page.getByRole('heading', { name: 'How results are checked' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  // The network of these tests has no reference nodes.
  await expect(page.getByText('This network does not check its nodes.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The last 30 days' })).toBeHidden()
  await expect(page.getByText(/at least 2.2 % of what trusted nodes make, 10 %/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goBack()
  await expect(page).toHaveURL(/\/feed$/)
})

test('on a network that checks its nodes, the page has the figures and the keys of the draw', async ({
  page,
}) => {
  await answerAsChecked(page)
  await page.goto('/nodes?about=trust')
  await expect(page.getByRole('heading', { name: 'The last 30 days' })).toBeVisible()
  await expect(page.getByText('This network does not check its nodes.')).toBeHidden()
  await expect(page.getByRole('definition').filter({ hasText: '1,619' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Cut-out 1,204 2 1' })).toBeVisible()
  await page.getByText('Keys of the draw, by day').click()
  await expect(page.getByText('The key is not published yet.')).toBeVisible()
  await expect(page.getByText(`Key ${'c3'.repeat(32)}`)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expectToFitAnyWindow(page)
  await page.getByRole('button', { name: '← All nodes' }).click()
  await expect(page).toHaveURL(/\/nodes$/)
})

test('figures that fail to load say so and can be loaded again @desktop', async ({ page, tolerate }) => {
  tolerate(/status of 503|Failed to fetch data: \/trust/)
  let isDown = true
  await page.route('**/api/trust', (route) =>
    isDown ? route.fulfill({ status: 503, body: 'down' }) : route.continue(),
  )
  await page.goto('/nodes?about=trust')
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t load the figures.' })).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'What happens to a result' })).toBeVisible()
})

test('a node shows its level and its checks by app, with the certainty that these give', async ({
  page,
  node,
}) => {
  await answerAsChecked(page, node.id)
  await page.goto(`/nodes?node=${node.id}`)
  const details = page.getByRole('dialog', { name: node.name })
  await expect(details.getByRole('heading', { name: 'Checks by app' })).toBeVisible()
  await expect(details.getByRole('listitem').filter({ hasText: 'Trusted' })).toContainText(
    '412 of 412 checks agreed. With 95 % certainty, fewer than 1 % of its results are wrong.',
  )
  await expect(details.getByRole('listitem').filter({ hasText: 'Watched' })).toContainText(
    'between 0.2 % and 6.7 % of its results are wrong',
  )
  expect(await violations(page)).toEqual([])
})

test('an operator reads how many checks a node still has to pass @desktop', async ({ page, person }) => {
  await person.signedInBefore()
  const mine = await startHandNode({ apps: ['read-text'], name: 'My attic' }, await callOf(page))
  await answerAsChecked(page, mine.id)
  await page.goto(`/profile/nodes?node=${mine.id}`)
  const own = page.getByRole('article').filter({ hasText: 'My attic' })
  await own.getByText('Checks by app').focus()
  await page.keyboard.press('Enter')
  await expect(own).toContainText(
    'It is known after 23 more checks, and 72 hours after it was linked at the earliest.',
  )
  await expect(own).toContainText('until it has passed 14 more checks')
  expect(await violations(page)).toEqual([])
  await mine.stop()
})

test('an owner who finds a result wrong has it checked, and sees so after a reload @desktop', async ({
  page,
  person,
  node: _,
  tolerate,
}) => {
  tolerate(/status of 409/)
  await person.signedInBefore()
  const me = await callOf(page)
  const { id } = await makeJob(me, 'read-text', { visibility: 'private' })
  await answerAsChecked(page)
  await page.goto(`/feed?job=${id}`)
  const viewer = page.getByRole('dialog', { name: 'Read Text' })
  await viewer.getByRole('button', { name: 'This looks wrong' }).focus()
  await page.keyboard.press('Enter')
  const asking = viewer.getByRole('group', { name: 'Have it checked?' })
  await expect(asking).toContainText('You can ask 5 times a day')
  expect(await violations(page)).toEqual([])
  // The network of these tests cannot check, and says so.
  await asking.getByRole('button', { name: 'Check it' }).click()
  await expect(asking.getByRole('alert')).toContainText('It can’t be checked')

  let isAsked = false
  const check = { state: 'checking', node: null, at: null, rightJobId: null, statement: null }
  await page.route(`**/api/job/${id}{,/check}`, async (route) => {
    isAsked ||= route.request().method() === 'POST'
    const job = JSON.parse(JSON.stringify(await me.call(getJob, { params: { id } })))
    await route.fulfill({ json: isAsked ? { ...job, seq: job.seq + 1, check } : job })
  })
  await asking.getByRole('button', { name: 'Check it' }).click()
  await expect(viewer.getByText('A second machine runs it again.')).toBeVisible()
  await expect(asking).toBeHidden()
  await page.reload()
  await expect(viewer.getByText('A second machine runs it again.')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'This looks wrong' })).toBeHidden()
})

test('the form says who else may read the input to check the result @desktop', async ({ page }) => {
  await answerAsChecked(page)
  await page.goto('/apps?app=cut-out')
  const audience = page.getByRole('group', { name: 'Who sees it' })
  await expect(audience).toContainText(
    'A machine of the network itself may read it too, to check the result.',
  )
  await audience.getByText('All public').click()
  await expect(audience).toContainText('A second machine may read it too, to check the result.')
})
