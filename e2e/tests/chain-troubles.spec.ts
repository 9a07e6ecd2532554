import { expect } from '@playwright/test'
import { test } from '../troubled-chain.ts'
import { violations } from '../violations.ts'

// These tests share one chain.
test.describe.configure({ mode: 'default' })

const others = ['Feed', 'Apps', 'Nodes', 'Devlog', 'Ask Infra', 'Profile']

test('[K43] while the chain is down, Staking says so and other screens work; it recovers by itself @desktop', async ({
  page,
  staker,
  chain,
  tolerate,
}) => {
  test.slow()
  tolerate(/status of 503/)
  await chain.start()
  await staker.arrive()
  await staker.order('1000')
  await staker.agree('Sign this data?')
  await staker.agree('Send this transaction?')
  await staker.isDone('Stake 1,000 INFRA')
  // The network has read the stake, which counts from a later day on.
  await expect(page.getByText(/counts from (today|tomorrow), /).first()).toBeVisible({ timeout: 60_000 })

  await chain.kill()
  const away = page.getByText(/Infra devnet isn’t responding, so you can’t stake or withdraw/)
  await expect(away).toBeVisible({ timeout: 30_000 })
  await expect(staker.figure('Staked')).toHaveText(/^1,000\D/)
  await expect(page.getByRole('button', { name: 'Stake', exact: true })).toBeDisabled()
  for (const label of others) {
    await page.getByRole('link', { name: label, exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: label, exact: true })).toBeAttached()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }

  await page.goto('/staking')
  await expect(away).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/when Infra last read it, you had 1,000 INFRA staked/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  // Also while the chain is asked again.
  for (const _ of [1, 2]) {
    await page.waitForRequest('**/api/rpc')
    expect(await away.isVisible()).toBe(true)
  }

  await chain.start()
  await expect(away).toBeHidden({ timeout: 30_000 })
  await expect(staker.figure('Staked')).toHaveText(/^1,000\D/)
  await staker.choose('Withdraw')
  await staker.order('1000', 'Withdraw')
  await staker.agree('Send this transaction?')
  await staker.isDone('Withdraw 1,000 INFRA')
})

test('while new stakes are paused, the screen says so and everything can be withdrawn @desktop', async ({
  page,
  staker,
  chain,
}) => {
  test.slow()
  await chain.start()
  await staker.arrive()
  await staker.order('100')
  await staker.agree('Sign this data?')
  await staker.agree('Send this transaction?')
  await staker.isDone('Stake 100 INFRA')

  await chain.asOwner('pause')
  const paused = page.getByText('New stakes are paused. You can still withdraw and claim.')
  await expect(paused).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Stake', exact: true })).toBeDisabled()
  expect(await violations(page)).toEqual([])

  await staker.choose('Withdraw')
  await expect(paused).toBeHidden()
  await staker.order('40', 'Withdraw')
  await staker.agree('Send this transaction?')
  await staker.isDone('Withdraw 40 INFRA')
  await page.getByRole('button', { name: 'Withdraw everything and claim' }).click()
  await staker.agree('Send this transaction?')
  await staker.isDone('Withdraw everything and claim')
  await expect(staker.figure('Staked')).toHaveText(/^0\D/)

  await staker.choose('Stake')
  await expect(paused).toBeVisible()
  await chain.asOwner('unpause')
  await expect(page.getByRole('button', { name: 'Stake', exact: true })).toBeEnabled({ timeout: 30_000 })
  await expect(paused).toBeHidden()
})
