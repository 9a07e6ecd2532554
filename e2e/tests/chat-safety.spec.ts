import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostileDocuments } from '@infra/web/hostile-documents'
import { expect } from '@playwright/test'
import { loaded } from '../browser.ts'
import { ask, log, messages, test } from '../chat-screen.ts'
import { violations } from '../violations.ts'

test('no reply of Infra fetches, runs or opens anything @desktop', async ({ page, chat, harness }) => {
  test.slow()
  const requested: string[] = []
  const beacon = createServer((request, response) => {
    requested.push(request.url!)
    response.end()
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => beacon.once('listening', listening))
  const address = `http://127.0.0.1:${(beacon.address() as AddressInfo).port}`
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const documents = hostileDocuments(address)
  // As if they were being streamed; the unit test has every beginning of each.
  const beginnings = documents
    .filter((_, place) => place % 12 === 0)
    .flatMap((document) => Array.from(document.slice(0, 120), (_, end) => document.slice(0, end + 1)))
  const replies = [...documents, ...beginnings]
  await harness.open(`/chat?thread=${chat.addThread(replies)}`, loaded)
  await expect(log(page).locator('ol').first().locator('> li')).toHaveCount(replies.length)
  const forbidden = log(page).locator(
    'img, picture, script, style, link, iframe, object, embed, form, input, svg, video, audio, base, meta, [id], [name], [style], a:not([href^="http"]):not([href^="/"])',
  )
  await expect(forbidden).toHaveCount(0)
  expect({ requested, dialogs }).toEqual({ requested: [], dialogs: [] })
  beacon.close()
})

test('a disguised link shows where it leads, and asks before opening @desktop', async ({
  page,
  chat,
  open,
}) => {
  chat.answer = () => ({
    message: 'See https://infra.example@evil.example/ or [infra.example](https://evil.example/x).',
  })
  await open('page')
  await ask(page, 'Hello')
  await expect(messages(page).last()).toContainText('(evil.example)')
  await page.getByRole('button', { name: 'infra.example', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'This link is not what it looks like.' })
  await expect(dialog).toContainText('It leads to evil.example')
  await expect(dialog.getByRole('link', { name: 'Go there' })).toHaveAttribute(
    'rel',
    'noopener noreferrer nofollow',
  )
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await expect(dialog).toBeHidden()
})
