import { readFile } from 'node:fs/promises'
import { signedChallenge, signInNode } from '@infra/hand-node/sign-in'
import { type Call, createClient } from '@infra/protocol/client'
import { OPERATOR_PERCENT } from '@infra/protocol/credits'
import { uploadFile } from '@infra/protocol/files'
import { submitJob } from '@infra/protocol/jobs'
import { type AwayReason, createLinkToken, requestLink } from '@infra/protocol/nodes'
import { decideSanction, sanctionNode } from '@infra/protocol/sanctions'
import { expect, type Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { makePng } from '../made-files.ts'
import { makeJob, moderatorKey, signInSomeone, startHandNode, startServingNode } from '../network.ts'
import { test } from '../person.ts'
import { callOf } from '../served.ts'
import { violations } from '../violations.ts'

/** A machine as its agent presents it: with a key of its own, and not linked to anyone yet. */
function createMachine(name: string) {
  const account = privateKeyToAccount(generatePrivateKey())
  const from = `10.${crypto.getRandomValues(new Uint8Array(3)).join('.')}`
  const call: Call = createClient({
    prefix: `${process.env.BASE_URL}/api`,
    headers: () => ({ 'x-forwarded-for': from }),
  })
  return {
    id: account.address,
    requestLink: async () => call(requestLink, { body: { ...(await signedChallenge(call, account)), name } }),
    signIn: (linkToken?: string, away?: AwayReason) =>
      signInNode(call, account, { linkToken, name, apps: [], away }),
  }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add your node' })

/** Links a new machine to the person, through the page. */
async function linkMachine(page: Page, name: string) {
  const machine = createMachine(name)
  const { code } = await machine.requestLink()
  await page.goto(`/nodes?link=${code}`)
  await expect(dialog(page)).toContainText(name)
  await dialog(page).getByRole('button', { name: 'Add this node' }).click()
  await expect(dialog(page)).toContainText('Confirmed. It’s yours.')
  return machine
}

test('[I-6] [R-API-9] anyone sees what the network does now, its last 24 hours and every node', async ({
  page,
}) => {
  const name = `Attic ${crypto.randomUUID().slice(0, 8)}`
  const node = await startServingNode({ apps: ['read-text'], name })
  await makeJob(await signInSomeone(), 'read-text')
  await page.goto('/nodes')
  await expect(page.getByText('Nodes online')).toBeVisible()
  await expect(
    page.getByRole('img', { name: /^Finished per hour\. [1-9]\d* jobs? in 24 hours/ }),
  ).toBeVisible()
  await expect(page.getByText('By app, 24 hours')).toBeVisible()
  await page.getByLabel('Search nodes').fill(name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name })).toContainText('Online')
  expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name }).click()
  await expect(page).toHaveURL(new RegExp(`node=${node.id}`))
  const details = page.getByRole('dialog', { name })
  await expect(details).toContainText('2 cores, 8 GB, test')
  await expect(details).toContainText('Read Text')
  expect(await violations(page)).toEqual([])
  await page.goBack()
  await expect(details).toBeHidden()
  await node.stop()
})

test('the table is sorted by its headings, by keyboard @desktop', async ({ page }) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const nodes = await Promise.all(
    ['Beech', 'Alder'].map((name) => startHandNode({ apps: [], name: `${name} ${mark}` })),
  )
  await page.goto('/nodes')
  await page.getByLabel('Search nodes').fill(mark)
  const rows = page.getByRole('rowheader')
  await page.getByRole('button', { name: 'Name' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows).toContainText(['Alder', 'Beech'])
  await page.keyboard.press('Enter')
  await expect(rows).toContainText(['Beech', 'Alder'])
  await page.getByLabel('Search nodes').fill('no such machine')
  await expect(page.getByText('No node matches “no such machine”.')).toBeVisible()
  await Promise.all(nodes.map((node) => node.stop()))
})

test('a long list is loaded in pages and filtered by state, both by keyboard @desktop', async ({ page }) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const { call } = await signInSomeone()
  for (let n = 0; n < 26; n++) {
    const machine = createMachine(`Rack ${mark} ${String(n).padStart(2, '0')}`)
    await machine.signIn((await call(createLinkToken)).token)
  }
  await page.goto('/nodes')
  await page.getByLabel('Search nodes').fill(mark)
  const rows = page.getByRole('rowheader')
  const found = (count: number) => expect(rows).toContainText(Array<string>(count).fill(mark))
  await found(25)
  await page.getByRole('button', { name: 'Show more' }).press('Enter')
  await found(26)
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()

  await page.getByRole('radio', { name: /^All/ }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: /^Offline/ })).toBeChecked()
  await expect(page.getByText(`No node in this state matches “${mark}”.`)).toBeVisible()
  await page.getByRole('button', { name: 'Show all nodes' }).press('Enter')
  await expect(page.getByLabel('Search nodes')).toBeFocused()
  await page.keyboard.type(mark)
  await found(25)
  await page.getByRole('radio', { name: /^All/ }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: /^Offline/ })).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: /^Online [1-9]/ })).toBeChecked()
  await found(25)
  await expect(page.getByRole('img', { name: /^Map of the network\. [1-9]/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a link to an unknown node says so @desktop', async ({ page, tolerate }) => {
  tolerate(/status of 404/)
  await page.goto(`/nodes?node=0x${'0'.repeat(40)}`)
  await expect(page.getByRole('dialog', { name: 'Node not found.' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL((url) => url.search === '')
})

test('an operator links a node by its code and sees it come online', async ({ page, person }) => {
  await person.signedInBefore()
  await page.goto('/nodes')
  const machine = createMachine('Cellar box')
  const { code } = await machine.requestLink()
  await page.getByRole('button', { name: 'Add your node' }).click()
  await expect(dialog(page)).toContainText(/curl -fsSL http\S+\/sdk\/node\/install \| sh/)
  expect(await violations(page)).toEqual([])
  await dialog(page).getByLabel('Code').fill(code.toLowerCase().replace('-', ' '))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Cellar box')
  await expect(dialog(page)).toContainText(machine.id)
  await dialog(page).getByRole('button', { name: 'Add this node' }).click()
  await expect(dialog(page)).toContainText('Waiting for its agent to sign in.')
  await machine.signIn()
  await expect(dialog(page)).toContainText('Online.', { timeout: 15_000 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listitem', { name: 'Cellar box' })).toBeVisible()
})

test('the agent’s link opens the dialog with the code; a visitor signs in there, and a wrong code says so @desktop', async ({
  page,
  person,
  tolerate,
}) => {
  tolerate(/status of 404/)
  const machine = createMachine('Garden shed')
  const { code } = await machine.requestLink()
  await page.goto(`/nodes?link=${code}`)
  await dialog(page).getByRole('button', { name: 'Link a wallet' }).click()
  await person.isSignedIn()
  await expect(dialog(page)).toContainText('Garden shed')
  await dialog(page).getByLabel('Code').fill('BCDF-BCDF')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('No machine is showing this code')
  await dialog(page).getByLabel('Code').fill('what')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('A code has eight letters')
})

test('a machine without a screen is linked by a token @desktop', async ({ page, person }) => {
  await person.signedInBefore()
  await page.goto('/nodes')
  await page.getByRole('button', { name: 'Add your node' }).click()
  await page.getByText('Headless machine').click()
  await page.getByRole('button', { name: 'Make a token' }).click()
  const command = await page.getByText(/LINK_TOKEN=/).innerText()
  const machine = createMachine('Headless')
  await machine.signIn(/LINK_TOKEN=(\S+)/.exec(command)![1])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listitem', { name: 'Headless' })).toBeVisible({ timeout: 15_000 })
})

test('[F08] an operator renames, pauses and removes a node, sees why it gets no jobs and downloads figures', async ({
  page,
  person,
}) => {
  await person.signedInBefore()
  const machine = await linkMachine(page, 'Plain name')
  await machine.signIn()
  await page.keyboard.press('Escape')
  const mine = (name: string) => page.getByRole('listitem', { name, exact: true })
  await expect(mine('Plain name')).toContainText('It serves no app of the catalogue.', { timeout: 15_000 })

  await mine('Plain name').getByRole('link', { name: 'Plain name' }).click()
  await expect(page).toHaveURL(new RegExp(`/profile/nodes\\?node=${machine.id}`))
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('=HYPERLINK("x")')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { name: '=HYPERLINK("x")' })).toBeVisible()
  const own = page.getByRole('article')
  await own.getByRole('button', { name: 'Start maintenance' }).click()
  await expect(own).toContainText('You set it to maintenance.')
  await own.getByRole('button', { name: 'Take jobs again' }).click()
  await expect(own).not.toContainText('You set it to maintenance.')

  await machine.signIn(undefined, 'in_use')
  await expect(own).toContainText('You are using it. It takes jobs again by itself.', { timeout: 15_000 })
  await expect(own).toContainText('Away')
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: '← My nodes' }).click()
  const renamed = mine('=HYPERLINK("x")')
  await expect(renamed).toContainText('Away')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Nodes as CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toContain(`"'=HYPERLINK(""x"")",${machine.id}`)

  await renamed.getByRole('link', { name: '=HYPERLINK("x")' }).click()
  await own.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await own.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Add your node' })).toBeVisible()
  await expect(renamed).toBeHidden()
  await expect(machine.signIn()).rejects.toMatchObject({ code: 'node_not_linked' })
})

test('an operator sees a node’s earnings by day and by app, and downloads them @desktop', async ({
  page,
  person,
}) => {
  await person.signedInBefore()
  const node = await startHandNode({ apps: ['find-objects'], name: 'Earner' }, await callOf(page))
  const customer = await signInSomeone()
  const { id: image } = await customer.call(uploadFile, { file: new Blob([makePng(7)]) })
  const { id, price } = await customer.call(submitJob, { body: { appId: 'find-objects', input: { image } } })
  await node.finish(await node.claim(id))
  const earned = Math.ceil((price * OPERATOR_PERCENT) / 100)
  const today = new Date().toISOString().slice(0, 10)
  // The hourly figures are counted a moment later.
  await expect(async () => {
    await page.goto('/nodes')
    await expect(page.getByText(`${earned} credits in 30 days`)).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 40_000 })
  await expect(page.getByRole('listitem', { name: 'Earner' })).toBeVisible()
  await page.getByText('Day by day').click()
  const table = page.getByRole('table', { name: 'Earnings by day and app, days in UTC' })
  await expect(table.getByRole('row').nth(1)).toHaveText(`${today}Find Objects1${earned}`)
  expect(await violations(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Earnings as CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toContain(`${today},Find Objects,1,${earned}\r\n`)
  await node.stop()
})

test('an operator reads why a moderator banned a node, and appeals once @desktop', async ({
  page,
  person,
}) => {
  await person.signedInBefore()
  const node = await startHandNode({ apps: ['vectorise'], name: 'Doubtful' }, await callOf(page))
  const why = 'Its drawings do not resemble the pictures.'
  const moderator = await signInSomeone(moderatorKey())
  await moderator.call(sanctionNode, { params: { id: node.id as `0x${string}` }, body: { act: 'ban', why } })
  await page.goto('/nodes')
  const decisions = page.getByRole('region', { name: 'Decisions about my nodes' })
  await expect(decisions).toContainText('Doubtful is banned')
  await expect(decisions).toContainText(why)
  expect(await violations(page)).toEqual([])
  await decisions.getByRole('button', { name: 'Send the appeal' }).click()
  await expect(decisions.getByLabel('Appeal')).toBeFocused()
  await decisions.getByLabel('Appeal').fill('I had the wrong weights; they are whole now.')
  await decisions.getByRole('button', { name: 'Send the appeal' }).click()
  await expect(decisions).toContainText('A moderator has not answered yet.')
  await expect(decisions.getByLabel('Appeal')).toBeHidden()
  await node.stop()
})

test('an operator sees an alert about a node, and that it is over', async ({ page, person }) => {
  await person.signedInBefore()
  await page.goto('/profile/nodes')
  const node = await startHandNode({ apps: ['vectorise'], name: 'Attic' }, await callOf(page))
  const moderator = await signInSomeone(moderatorKey())
  const { id } = await moderator.call(sanctionNode, {
    params: { id: node.id as `0x${string}` },
    body: { act: 'suspend', why: 'Its drawings are empty.' },
  })
  const wrong = page.getByRole('region', { name: 'Your nodes need you' })
  // The network checks every ten seconds, and so does the page.
  await expect(wrong).toContainText('Attic is suspended', { timeout: 60_000 })
  await expect(wrong).toContainText('Its drawings are empty. You can appeal on Nodes.')
  expect(await violations(page)).toEqual([])

  await moderator.call(decideSanction, { params: { id }, body: { act: 'lift', why: 'They are whole now.' } })
  const past = page.getByRole('region', { name: 'Alerts about my nodes' })
  await expect(past).toContainText('Over in the last week: 1', { timeout: 60_000 })
  await past.getByText('Over in the last week: 1').click()
  await expect(past).toContainText('Attic is no longer suspended')
  expect(await violations(page)).toEqual([])
  await node.stop()
})

test('the state of the network says so when it fails to load, and can be loaded again @desktop', async ({
  page,
  tolerate,
}) => {
  tolerate(/ERR_FAILED/)
  await page.route('**/api/perf-stats', (route) => route.abort())
  await page.goto('/nodes')
  await expect(page.getByText('Couldn’t load the state of the network.')).toBeVisible()
  await page.unroute('**/api/perf-stats')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Add your node' })).toBeVisible()
})

test('the screen fits 320 and 2560 pixels @desktop', async ({ page }) => {
  const node = await startHandNode({ apps: ['cut-out'], name: 'A name as long as names may well become' })
  for (const width of [320, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/nodes')
    await expect(page.getByRole('table')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await node.stop()
})
