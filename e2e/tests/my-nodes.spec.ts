import { submitJob } from '@infra/protocol/jobs'
import { expect, type Page } from '@playwright/test'
import { signInSomeone, startHandNode } from '../network.ts'
import { test } from '../person.ts'
import { callOf } from '../served.ts'
import { violations } from '../violations.ts'

const names = ['Ash', 'Beech', 'Cedar', 'Elm', 'Fir', 'Oak', 'Pine']

const rowOf = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
const choose = (page: Page, name: string, options: { modifiers?: 'Shift'[] } = {}) =>
  page.getByRole('checkbox', { name: `Select ${name}` }).click(options)

const filter = (page: Page, group: string, label: string) =>
  page.getByRole('group', { name: group, exact: true }).getByText(label, { exact: true }).click()

test('an operator of many nodes selects, tags, pauses and filters several at once', async ({
  page,
  person,
}) => {
  await person.signedInBefore()
  const operator = await callOf(page)
  const nodes = await Promise.all(names.map((name) => startHandNode({ apps: [], name }, operator)))
  await page.goto('/profile/nodes')
  await person.isSignedIn()
  await expect(page.getByRole('listitem', { name: 'Pine' })).toBeVisible()

  await choose(page, 'Beech')
  await choose(page, 'Elm', { modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Chosen nodes' })
  await expect(bar.getByRole('status')).toHaveText('3 nodes')
  await expect(bar).toBeInViewport({ ratio: 1 })
  await bar.getByRole('button', { name: 'Tags' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Add tags').fill('Basement, east wing')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Cedar')).toContainText('basement')
  await bar.getByRole('button', { name: 'Start maintenance' }).click()
  await expect(rowOf(page, 'Elm')).toContainText('You set it to maintenance.')
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(bar).toBeHidden()

  await filter(page, 'State', 'Maintenance')
  await expect(page.getByRole('radio', { name: 'Maintenance 3' })).toBeChecked()
  await expect(rowOf(page, 'Ash')).toBeHidden()
  await expect(rowOf(page, 'Beech')).toBeVisible()
  await filter(page, 'State', 'All')
  await filter(page, 'Tag', 'basement')
  await expect(page.getByRole('radio', { name: 'basement 3' })).toBeChecked()
  await page.getByLabel('Search my nodes').fill('ced')
  await expect(rowOf(page, 'Elm')).toBeHidden()
  await expect(rowOf(page, 'Cedar')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await rowOf(page, 'Cedar').getByRole('link', { name: 'Cedar' }).click()
  await page.getByRole('button', { name: 'Tags' }).click()
  await dialog.getByRole('checkbox', { name: 'basement' }).uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Tags' })).toHaveText('east wing')
  await Promise.all(nodes.map((node) => node.stop()))
})

test('a node’s page has its attempts and why they failed, and fits a small phone', async ({
  page,
  person,
}) => {
  await person.signedInBefore()
  const node = await startHandNode({ apps: ['echo'], name: 'Attic' }, await callOf(page))
  const customer = await signInSomeone()
  const order = { appId: 'echo', input: { text: 'A line about the sea.' } }
  const { id } = await customer.call(submitJob, { body: order })
  await node.fail(await node.claim(id))
  await page.goto(`/profile/nodes?node=${node.id}`)
  await expect(page.getByRole('heading', { name: 'Attic' })).toBeVisible()
  const failures = page.getByRole('region', { name: 'Failures' })
  await expect(failures).toContainText('1 in the last 7 days.')
  await expect(failures).toContainText('It couldn’t read the input.')
  const attempts = page.getByRole('region', { name: 'Attempts' })
  await attempts.getByText('What the agent said').click()
  await expect(attempts).toContainText('On purpose.')
  await expect(attempts).not.toContainText('the sea')
  await page.getByText('The agent’s log').click()
  await expect(page.getByText('Its agent sends no log.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await node.stop()
})

test('another operator’s node has no page here, but a link to what everyone sees @desktop', async ({
  page,
  person,
  tolerate,
}) => {
  tolerate(/status of 404/)
  const node = await startHandNode({ apps: [], name: 'Foreign' })
  await person.signedInBefore()
  await page.goto(`/profile/nodes?node=${node.id}`)
  await expect(page.getByRole('heading', { name: 'Not your node' })).toBeVisible()
  await page.getByRole('link', { name: 'See what everyone sees' }).click()
  await expect(page.getByRole('dialog', { name: 'Foreign' })).toBeVisible()
  await node.stop()
})
