import { sanctionNode } from '@infra/protocol/sanctions'
import { expect } from '@playwright/test'
import { linkInMail } from '../mails.ts'
import { moderatorKey, signInSomeone, startHandNode } from '../network.ts'
import { callOf, test } from '../served.ts'
import { violations } from '../violations.ts'

test('an operator confirms an e-mail address, gets an alert about a node and unsubscribes by a link @desktop', async ({
  page,
  person,
}) => {
  test.slow()
  const email = `${crypto.randomUUID()}@example.org`
  await person.signedInBefore()
  await page.goto('/profile/settings')
  await page.getByLabel('E-mail address').fill('nobody')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Enter an e-mail address, such as you@example.org.')).toBeVisible()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`We’ve sent a link to ${email}.`)).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.goto(await linkInMail({ to: email, subject: 'Confirm your address' }, '/profile/settings?mail='))
  await expect(page.getByText(`Alerts about your nodes go to ${email}.`)).toBeVisible()
  // The link was removed from the address bar.
  await expect(page).toHaveURL(/\/profile\/settings$/)

  const node = await startHandNode({ apps: ['vectorise'], name: 'Cellar' }, await callOf(page))
  const moderator = await signInSomeone(moderatorKey())
  await moderator.call(sanctionNode, {
    params: { id: node.id as `0x${string}` },
    body: { act: 'suspend', why: 'Its drawings are empty.' },
  })
  await page.goto(await linkInMail({ to: email, subject: 'Cellar is suspended' }, '/mail/stop/'))
  // Virus scanners follow links, so a person has to press a button.
  await page.getByRole('button', { name: 'Stop the mails' }).click()
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
  await page.goto('/profile/settings')
  await expect(page.getByLabel('E-mail address')).toHaveValue('')
  await node.stop()
})
