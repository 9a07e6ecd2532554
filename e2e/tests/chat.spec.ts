import { moods } from '@infra/protocol/moods'
import { expect } from '@playwright/test'
import { loaded } from '../browser.ts'
import { ask, face, input, log, messages, sendButton, test } from '../chat-screen.ts'
import { violations } from '../violations.ts'

for (const place of ['page', 'panel'] as const) {
  test(`[R-CHA-1] on the ${place}: messages of You and Infra, a typing indicator while waiting, the face below`, async ({
    page,
    chat,
    open,
  }) => {
    await open(place)
    const answer = chat.hold()
    await ask(page, 'Hello')
    await expect(page.getByRole('status', { name: 'Infra is typing' })).toBeVisible()
    answer()
    await expect(messages(page)).toHaveText([/^You.*Hello$/, /^Infra.*I heard you\.$/])
    await expect(page.getByRole('status', { name: 'Infra is typing' })).toBeHidden()
    const [below, above] = [await face(page).boundingBox(), await messages(page).last().boundingBox()]
    expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height)
    expect(await violations(page)).toEqual([])
  })

  test(`[R-CHA-2] on the ${place}: a placeholder, and Send disabled and loading while a request is pending @desktop`, async ({
    page,
    chat,
    open,
  }) => {
    await open(place)
    if (place === 'panel') await expect(input(page)).toBeFocused()
    await expect(sendButton(page)).toBeEnabled()
    const answer = chat.hold()
    await input(page).fill('Hello')
    await sendButton(page).click()
    await expect(sendButton(page)).toBeDisabled()
    await expect(sendButton(page)).toHaveAttribute('aria-busy', 'true')
    await expect(sendButton(page).locator('svg')).toBeVisible()
    await expect(input(page)).toBeFocused()
    expect(await violations(page)).toEqual([])
    answer()
    await expect(sendButton(page)).toBeEnabled()
    await expect(sendButton(page).locator('svg')).toBeHidden()
  })

  test(`[I-9] [R-CHA-5] on the ${place}: a message is pending until its reply comes, and the thread goes on @desktop`, async ({
    page,
    chat,
    open,
  }) => {
    await open(place)
    const answer = chat.hold()
    await ask(page, '  Hello ')
    await expect(messages(page).first()).toHaveText(/^You · sending.*Hello$/)
    await expect(input(page)).toHaveValue('')
    answer()
    await expect(messages(page)).toHaveText([/^You.*Hello$/, /^Infra.*I heard you\.$/])
    await expect(log(page)).not.toContainText('sending')
    await ask(page, 'More')
    await expect(messages(page)).toHaveCount(4)
    await expect
      .poll(() => chat.asked)
      .toEqual([{ message: 'Hello' }, { message: 'More', thread_id: chat.threads[0]?.id }])
  })

  test(`[R-CHA-6] on the ${place}: a message that failed to send returns to the input @desktop`, async ({
    page,
    chat,
    open,
    tolerate,
  }) => {
    tolerate(/Failed to send message|status of 503/)
    await open(place)
    for (const how of ['refused', 'cut off'] as const) {
      chat.answer = () => how
      await ask(page, 'Do not lose this')
      await expect(page.getByRole('alert').filter({ hasText: 'Failed to send message' }).last()).toBeVisible()
      await expect(input(page)).toHaveValue('Do not lose this')
      await expect(log(page)).toBeHidden()
      await expect(sendButton(page)).toBeEnabled()
    }
    chat.answer = () => ({ message: 'Now I have it.' })
    await input(page).press('Enter')
    await expect(messages(page)).toHaveText([/Do not lose this$/, /Now I have it\.$/])
  })
}

test('[R-CHA-3] Infra’s messages are rendered as markdown, a person’s are not @desktop', async ({
  page,
  chat,
  open,
}) => {
  chat.answer = () => ({
    message: '**Three** nodes:\n\n- one\n- two\n\nSee [Nodes](/nodes). `a<b` <i>raw</i>',
  })
  await open('page')
  await ask(page, '**not bold**')
  await expect(messages(page).first()).toContainText('**not bold**')
  const reply = log(page)
    .getByRole('listitem')
    .filter({ hasText: /^Infra/ })
  await expect(reply.locator('strong')).toHaveText('Three')
  await expect(reply.locator('ul > li')).toHaveText(['one', 'two'])
  await expect(reply.locator('code')).toHaveText('a<b')
  await expect(reply).toContainText('<i>raw</i>')
  await reply.getByRole('link', { name: 'Nodes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nodes')
})

test('[R-CHA-4] a message has at most 128 characters; nothing empty is sent, and nothing twice @desktop', async ({
  page,
  chat,
  open,
}) => {
  await open('page')
  await ask(page, '   ')
  await input(page).fill('🔥'.repeat(200))
  await expect(input(page)).toHaveValue('🔥'.repeat(128))
  await expect(page.getByText('128 / 128')).toBeVisible()
  const answer = chat.hold()
  for (let press = 0; press < 3; press++) await input(page).press('Enter')
  await page.keyboard.type('not while one is on its way')
  answer()
  await expect(messages(page)).toHaveCount(2)
  expect(chat.asked).toEqual([{ message: '🔥'.repeat(128) }])
})

test('[R-CHA-7] the face shows each mood, is neutral while loading, and ignores unknown moods @desktop', async ({
  page,
  chat,
  open,
}) => {
  await open('page')
  await expect(face(page)).toHaveAttribute('data-mood', 'confident')
  await expect(page.getByText('Three nodes are online and nothing waits.')).toBeVisible()
  for (const mood of moods) {
    chat.answer = () => ({ message: `  Like this. [[mood:${mood}]] ` })
    const answer = chat.hold()
    await ask(page, mood)
    await expect(face(page)).toHaveAttribute('data-mood', 'neutral')
    answer()
    await expect(sendButton(page)).toBeEnabled()
    await expect(face(page)).toHaveAttribute('data-mood', mood)
    await expect(messages(page).last()).toHaveText('InfraLike this.')
  }
  chat.answer = () => ({ message: '[[mood:grumpy]] Hm.' })
  await ask(page, 'And now?')
  await expect(messages(page).last()).toHaveText('Infra[[mood:grumpy]] Hm.')
  await expect(face(page)).toHaveAttribute('data-mood', 'surprise')
})

test('[R-CHA-5] a plain JSON reply works as well as a streamed one @desktop', async ({
  page,
  chat,
  open,
}) => {
  chat.as = 'json'
  await open('page')
  await ask(page, 'Hello')
  await expect(messages(page)).toHaveText([/Hello$/, /I heard you\.$/])
})

test('page and panel show the same conversation @desktop', async ({ page, chat, open }) => {
  await open('panel')
  await ask(page, 'From the panel')
  await expect(messages(page)).toHaveCount(2)
  await page.getByRole('link', { name: 'Open the page' }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('thread') === chat.threads[0]?.id)
  // The address changes first; the panel closes when the page is shown.
  await expect(page.getByRole('button', { name: 'Close chat' })).toBeHidden()
  await expect(messages(page).first()).toHaveText(/From the panel$/)
  await ask(page, 'From the page')
  await expect(messages(page)).toHaveCount(4)
  await page.goBack()
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect(messages(page).nth(2)).toHaveText(/From the page$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeFocused()
})

test('threads have their own addresses, survive a reload and are deleted after a confirmation', async ({
  page,
  chat,
  open,
}) => {
  await open('page')
  await ask(page, 'First thread')
  await expect(messages(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'New thread' }).click()
  await expect(page).toHaveURL((url) => !url.searchParams.has('thread'))
  await expect(page.getByRole('list', { name: 'Suggestions' }).getByRole('button')).toHaveCount(3)
  await page.getByRole('button', { name: 'How many nodes are online?' }).click()
  await expect(messages(page).first()).toHaveText(/How many nodes are online\?$/)
  await expect(page).toHaveURL((url) => url.searchParams.get('thread') === chat.threads[0]?.id)

  await page.goBack()
  await expect(messages(page).first()).toHaveText(/First thread$/)
  await page.reload()
  await expect(messages(page).first()).toHaveText(/First thread$/)

  const threads = page.getByRole('navigation', { name: 'Conversations' })
  const unfold = threads.getByRole('button', { name: 'Threads' })
  if (await unfold.isVisible()) await unfold.click()
  await expect(threads.getByRole('listitem')).toHaveCount(2)
  expect(await violations(page)).toEqual([])
  await threads.getByRole('button', { name: 'Delete First thread' }).click()
  await threads.getByRole('button', { name: 'Keep it' }).click()
  await threads.getByRole('button', { name: 'Delete First thread' }).click()
  await threads.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('heading', { name: 'I am Infra.' })).toBeVisible()
  expect(chat.threads.map(({ title }) => title)).toEqual(['How many nodes are online?'])
})

test('an unknown thread says so, and threads that fail to load can be loaded again @desktop', async ({
  harness,
  page,
  chat,
  tolerate,
}) => {
  tolerate(/status of (404|503)/)
  chat.listFails = true
  await harness.open('/chat?thread=00000000-0000-4000-8000-000000000009', loaded)
  await expect(page.getByRole('heading', { name: 'Conversation not found.' })).toBeVisible()
  await page.getByRole('button', { name: 'Start a new one' }).click()
  await expect(input(page)).toBeVisible()
  const threads = page.getByRole('navigation', { name: 'Conversations' })
  const unfold = threads.getByRole('button', { name: 'Threads' })
  if (await unfold.isVisible()) await unfold.click()
  await expect(threads.getByRole('alert')).toContainText('Couldn’t load your conversations.')
  chat.listFails = false
  await threads.getByRole('button', { name: 'Try again' }).click()
  await expect(threads).toContainText('No conversations yet.')
})

test('two tabs with the same thread show the same messages @desktop', async ({ page, context, open }) => {
  await open('page')
  await ask(page, 'From the first tab')
  await expect(messages(page)).toHaveCount(2)
  await expect(page).toHaveURL(/thread=/)
  const other = await context.newPage()
  await other.addInitScript(
    (kept) => sessionStorage.setItem('scripted-account', kept),
    JSON.stringify(loaded),
  )
  await other.goto(page.url())
  await expect(messages(other)).toHaveCount(2)
  await ask(other, 'From the second tab')
  await expect(messages(other)).toHaveCount(4)
  await expect(messages(page)).toHaveText(await messages(other).allTextContents())
})

test('[finding X2] a page that is reloaded during a reply resumes it, in a new thread and in an existing one', async ({
  page,
  chat,
  open,
}) => {
  await open('page')
  for (const question of ['begins a thread', 'goes on']) {
    const before = await messages(page).count()
    const answer = chat.hold()
    await ask(page, question)
    await expect(page.getByRole('status', { name: 'Infra is typing' })).toBeVisible()
    await page.reload()
    await expect(messages(page)).toHaveCount(before + 2)
    await expect(messages(page).nth(before)).toHaveText(`You${question}`)
    await expect(messages(page).last()).toHaveText('InfraInfra is answering')
    await expect(sendButton(page)).toBeDisabled()
    expect(await violations(page)).toEqual([])
    answer()
    await expect(messages(page).last()).toHaveText('InfraI heard you.')
    await expect(messages(page)).toHaveCount(before + 2)
    await expect(page).toHaveURL((url) => url.searchParams.get('thread') === chat.threads[0]?.id)
  }
  expect(chat.asked.map(({ message }) => message)).toEqual(['begins a thread', 'goes on'])
})

test('the end of the conversation stays in view, unless the person has scrolled up to read', async ({
  page,
  chat,
  open,
}) => {
  const long = Array.from({ length: 40 }, (_, line) => `Line ${line}`).join('\n\n')
  chat.answer = (message) => ({ message: `${long}\n\nEnd of ${message}` })
  await open('panel')
  await ask(page, 'first')
  await expect(page.getByText('End of first')).toBeInViewport()
  const answer = chat.hold()
  await ask(page, 'second')
  await expect(page.getByRole('status', { name: 'Infra is typing' })).toBeInViewport()
  await log(page).evaluate((box) => box.scrollTo(0, 0))
  await expect(page.getByText('first', { exact: true })).toBeInViewport()
  answer()
  await expect(messages(page)).toHaveCount(4)
  await expect(page.getByText('first', { exact: true })).toBeInViewport()
  await ask(page, 'third')
  await expect(page.getByText('End of third')).toBeInViewport()
})

test('the face has no animation with reduced motion @desktop', async ({ page, open }) => {
  const animations = () => face(page).evaluate((svg) => svg.getAnimations({ subtree: true }).length)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open('page')
  expect(await animations()).toBe(1)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await animations()).toBe(0)
})

test('nothing is wider than a screen of 320 pixels @desktop', async ({ page, chat, open }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  chat.answer = () => ({
    message: `${'long'.repeat(80)}\n\n| a | b | c |\n|---|---|---|\n| ${'wide'.repeat(20)} | b | c |\n\n\`\`\`\n${'code'.repeat(60)}\n\`\`\``,
  })
  for (const place of ['page', 'panel'] as const) {
    await open(place)
    await ask(page, 'w'.repeat(128))
    await expect(messages(page).last()).toContainText('long')
    const tooWide = await page.evaluate(() => [
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ...[...document.querySelectorAll('[role=log]')].map((box) => box.scrollWidth - box.clientWidth),
    ])
    expect(tooWide).toEqual([0, 0])
  }
})
