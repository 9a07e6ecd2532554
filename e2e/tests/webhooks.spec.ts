import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { test } from '../person.ts'
import { violations } from '../violations.ts'

test('a person adds a webhook, sends a test twice, renews the secret, and disables and deletes it', async ({
  page,
  person,
}) => {
  const receiver = await startReceiver()
  await person.signedInBefore()
  await page.goto('/profile/webhooks')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' })
  await dialog.getByLabel('Address').fill(receiver.url)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add webhook' }).click()

  const shown = page.getByRole('status').filter({ hasText: 'shown only this once' })
  await expect(shown.locator('code')).toHaveText(/^whsec_/)
  await shown.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').first()
  await expect(row).toContainText('Sends job.finished, job.error.')

  await row.getByRole('button', { name: 'Send a test' }).click()
  const deliveries = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
  await expect(deliveries).toContainText('endpoint.test')
  await expect(deliveries).toContainText('Answered 200')
  await expect(deliveries).toContainText('taken')
  await expect(row.getByText(/^infra listen [0-9a-f-]{36} --forward/)).toBeVisible()
  expect(receiver.received.map(({ type }) => type)).toEqual(['endpoint.test'])
  expect(await violations(page)).toEqual([])

  await deliveries.getByRole('button', { name: /^Send again: endpoint.test/ }).click()
  await expect(deliveries).toContainText('Try 2.')
  expect(receiver.received.map(({ attempt }) => attempt)).toEqual(['1', '2'])

  await row.getByRole('button', { name: 'New secret' }).click()
  await expect(shown.locator('code')).toHaveText(/^whsec_/)
  await expect(row).toContainText('The old secret works until')
  await row.getByRole('button', { name: 'Switch off' }).click()
  await expect(row.getByRole('button', { name: 'Switch on' })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Send a test' })).toBeHidden()
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Webhooks' })).toBeHidden()
})

test('the form refuses an address that must not be called @desktop', async ({ page, person, tolerate }) => {
  tolerate(/status of 422/)
  await person.signedInBefore()
  await page.goto('/profile/webhooks')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('https://169.254.169.254/latest')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Infra can’t call this address. This host is not on the internet.',
  )
})

/** A server of the person, on this machine. */
async function startReceiver() {
  const received: { type: string; attempt: IncomingHttpHeaders[string] }[] = []
  const server = createServer(async (request, response) => {
    const { type } = JSON.parse(await text(request))
    received.push({ type, attempt: request.headers['infra-webhook-attempt'] })
    response.writeHead(200).end('taken')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // It must not keep the test process alive.
  server.unref()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/infra`, received }
}
