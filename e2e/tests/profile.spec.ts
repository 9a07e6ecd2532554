import { readFile } from 'node:fs/promises'
import { getAvatars, judgeAvatar } from '@infra/protocol/moderation'
import { expect, type Page } from '@playwright/test'
import { expectToFitAnyWindow } from '../fits-window.ts'
import { makePng } from '../made-files.ts'
import { moderatorKey, signInSomeone } from '../network.ts'
import { test } from '../person.ts'
import { violations } from '../violations.ts'

test.beforeEach(async ({ page, person }) => {
  await person.signedInBefore()
  await page.goto('/profile')
  await person.isSignedIn()
  await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible()
})

test('[I-13] [R-API-3] a person saves a name and a bio, which are there after a reload', async ({ page }) => {
  const name = `Fern ${crypto.randomUUID().slice(0, 8)}`
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Bio').fill('Grows ferns.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await expect(page.getByLabel('Bio')).toHaveValue('Grows ferns.')
})

test('a name that is not allowed is refused at its field @desktop', async ({ page }) => {
  await page.getByLabel('Name').fill('0xdeadbeef')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Name may not look like an address.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
})

test('sessions are listed and can all be ended at once @desktop', async ({ page, person }) => {
  await openSection(page, 'Settings')
  await expect(page.getByRole('listitem').filter({ hasText: 'this device' })).toContainText('Chrome on Linux')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await person.isVisitor()
})

test('a person’s data can be exported as a file @desktop', async ({ page, wallet }) => {
  await openSection(page, 'Settings')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export my data' }).click()
  const data = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(data).toMatchObject({ account: { id: wallet.address() }, sessions: [{ current: true }] })
})

test('an account is deleted only after a confirmation, and starts empty at the next sign-in @desktop', async ({
  page,
  person,
}) => {
  await page.getByLabel('Bio').fill('Soon gone.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()

  await openSection(page, 'Settings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await person.isVisitor()

  await person.signIn()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByLabel('Bio')).toHaveValue('')
})

test('[R-API-3] a person chooses a picture of their own, and returns to the generated one @desktop', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 422/)
  const choose = page.getByLabel('Choose a picture of yours')
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText('The picture has a file type that isn’t supported')).toBeVisible()
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(makePng(4)) })
  const picture = page.getByRole('img', { name: 'Chosen by this person' })
  await expect(picture).toBeVisible()
  await page.reload()
  await expect(picture).toHaveJSProperty('naturalWidth', 320)
  await page.getByRole('button', { name: 'Use the generated one' }).click()
  await expect(picture).toBeHidden()
})

test('[finding S12] a person reads why their picture was taken down, and sees no moderator’s buttons @desktop', async ({
  page,
  wallet,
}) => {
  const moderator = await signInSomeone(moderatorKey())
  const buffer = Buffer.from(makePng(Math.random() * 1000))
  const choose = page.getByLabel('Choose a picture of yours')
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const picture = page.getByRole('img', { name: 'Chosen by this person' })
  await expect(picture).toBeVisible()
  const params = { id: wallet.address() as `0x${string}` }
  const { shown } = await moderator.call(getAvatars, { params })
  const why = 'It shows someone who has not agreed to it.'
  await moderator.call(judgeAvatar, { params, body: { act: 'hide', sha256: shown!.sha256, why } })

  await page.reload()
  const notice = page.getByText('A moderator has taken your picture down')
  await expect(notice).toContainText(why)
  await expect(picture).toBeHidden()
  expect(await violations(page)).toEqual([])
  await page.goto(`/profile?user=${wallet.address()}`)
  await expect(page.getByRole('dialog')).toContainText('Here since')
  await expect(page.getByRole('region', { name: 'Moderation' })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Use the generated one' }).click()
  await expect(notice).toBeHidden()
})

test('only a moderator sees the review, whatever the address says @desktop', async ({ page, person }) => {
  await page.goto('/profile?review=jobs')
  await person.isSignedIn()
  await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Moderation' })).toBeHidden()
})

const sections = [
  ['Jobs', '/profile/jobs', 'My jobs'],
  ['Favourites', '/profile/favourites', 'Favourites'],
  ['Credits', '/profile/credits', 'Credits'],
  ['Nodes', '/profile/nodes', undefined],
  ['API keys', '/profile/keys', 'API keys'],
  ['Webhooks', '/profile/webhooks', 'Webhooks'],
  ['Settings', '/profile/settings', 'Your data'],
  ['About you', '/profile', 'About you'],
] as const

test('[finding U12] each section of the profile has its own address and appears only there', async ({
  page,
  person,
  tolerate,
}) => {
  tolerate(/status of 404/)
  const titles = sections.flatMap(([, , title]) => title ?? [])
  for (const [name, address, title] of sections) {
    await openSection(page, name)
    await expect(page).toHaveURL((url) => url.pathname === address)
    for (const each of titles)
      await expect(page.getByRole('heading', { level: 2, name: each, exact: true })).toBeVisible({
        visible: each === title,
      })
    expect(await violations(page)).toEqual([])
    await expectToFitAnyWindow(page)
  }
  await page.goto('/profile/settings')
  await person.isSignedIn()
  await expect(page.getByRole('heading', { name: 'Your data', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByRole('link', { name: 'Profile', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.goto('/profile/unknown')
  await expect(page).toHaveURL((url) => url.pathname === '/')
})

test('[R-API-5] the profile shows the prices, and requests them only when they are opened @desktop', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openSection(page, 'Credits')
  await page.reload()
  const summary = page.getByText('What things cost')
  await expect(summary).toBeVisible()
  await expect(page.getByText('To spend')).toBeVisible()
  expect(asked).not.toContain('/api/prices')
  await summary.click()
  const prices = page.getByRole('group').filter({ hasText: 'What things cost' })
  await expect(prices).toContainText('Cut-out')
  await expect(prices).toContainText('2 credits + 1 × megapixels')
  await expect(prices).toContainText('earns 95 % of its price')
  expect(asked.filter((path) => path === '/api/prices')).toHaveLength(1)
  expect(await violations(page)).toEqual([])
})

async function openSection(page: Page, name: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Profile sections' })
  await sections.getByRole('link', { name, exact: true }).click()
}
