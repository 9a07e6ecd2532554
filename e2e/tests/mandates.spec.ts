import { createHash } from 'node:crypto'
import { hintOf, makeApiKey } from '@infra/protocol/values/api-key'
import { type APIRequestContext, expect } from '@playwright/test'
import { test } from '../person.ts'
import { violations } from '../violations.ts'

/** What the CLI does at `infra login`. */
async function requestKey(request: APIRequestContext, limits: object = {}) {
  const secret = makeApiKey()
  const answer = await request.post('/api/mandate', {
    data: {
      keyHash: createHash('sha256').update(secret).digest('hex'),
      hint: hintOf(secret),
      holder: 'ci-bot',
      scopes: ['read', 'order'],
      apps: null,
      creditsTotal: null,
      creditsPerDay: 600,
      creditsPerJob: null,
      days: 120,
      ...limits,
    },
  })
  const { code, url } = await answer.json()
  const outcome = async (wait = 0) => {
    const response = await request.get(`/api/mandate/${code}?wait=${wait}`)
    return (await response.json()).outcome
  }
  return { code, path: url.slice(new URL(url).origin.length), outcome, secret }
}

test('a program requests a key; its user links a wallet, lowers a limit and signs, and the key works', async ({
  page,
  person,
  wallet,
  request,
}) => {
  const { code, path, outcome, secret } = await requestKey(request)
  await page.goto(path)
  await person.signIn()
  const dialog = page.getByRole('dialog', { name: 'A program asks for a key' })
  await expect(dialog).toContainText('It calls itself ci-bot')
  await expect(dialog).toContainText(code)
  await expect(dialog.getByLabel('Show jobs to everyone')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Credits per day').fill('550')

  wallet.answer.sign = 'reject'
  await dialog.getByRole('button', { name: 'Sign and grant' }).click()
  await expect(dialog.getByRole('alert')).toContainText('You declined in your wallet')
  expect(await outcome()).toBe('waiting')

  wallet.answer.sign = 'approve'
  const answer = outcome(25)
  await dialog.getByRole('button', { name: 'Sign and grant' }).click()
  expect(await answer).toBe('granted')
  await expect(dialog).toBeHidden()
  expect(JSON.parse(wallet.signed.at(-1)!).message).toMatchObject({
    network: new URL(page.url()).origin,
    holder: 'ci-bot',
    creditsPerDay: 550,
    scopes: 'read order',
    apps: 'all',
  })
  await expect(page.getByRole('listitem').filter({ hasText: 'ci-bot' })).toContainText('0 of 550 credits')
  const key = await request.get('/api/key', { headers: { authorization: `Bearer ${secret}` } })
  expect(await key.json()).toMatchObject({ creditsPerDay: 550, name: 'ci-bot' })
})

test('a key request that its user refused says that no program is asking @desktop', async ({
  page,
  person,
  request,
  tolerate,
}) => {
  tolerate(/status of 404/)
  const { path, outcome } = await requestKey(request, { scopes: ['read'], apps: ['speak', 'upscale'] })
  await person.signedInBefore()
  await page.goto(path)
  const dialog = page.getByRole('dialog', { name: 'A program asks for a key' })
  await expect(dialog).toContainText('It’s only for speak and upscale.')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect(dialog).toBeHidden()
  expect(await outcome()).toBe('refused')
  await page.goto(path)
  await expect(dialog).toContainText('No program is asking with this code.')
})
