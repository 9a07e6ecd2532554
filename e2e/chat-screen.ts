import { expect, type Page } from '@playwright/test'
import { test as base, loaded } from './browser.ts'
import { type ScriptedChat, scriptChat } from './scripted-chat.ts'

type Place = 'page' | 'panel'

export const test = base.extend<{ chat: ScriptedChat; open: (place: Place) => Promise<void> }>({
  chat: [async ({ context }, use) => use(await scriptChat(context)), { auto: true }],
  open: async ({ harness, page }, use) => {
    await use(async (place) => {
      await harness.open(place === 'page' ? '/chat' : '/nodes', loaded)
      if (place === 'panel') await page.getByRole('button', { name: 'Open chat' }).click()
      await expect(input(page)).toBeVisible()
    })
  },
})

export const input = (page: Page) => page.getByPlaceholder('Type your message...')
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
export const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })
export const face = (page: Page) => page.getByRole('img', { name: /^Infra looks/ })
export const messages = (page: Page) => log(page).getByRole('listitem')

export async function ask(page: Page, text: string) {
  await input(page).fill(text)
  await input(page).press('Enter')
}
