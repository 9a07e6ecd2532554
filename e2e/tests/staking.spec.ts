import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test } from '../staker.ts'
import { violations } from '../violations.ts'

test('[I-12] [R-WAL-13] a newcomer stakes by permit and by approval, claims rewards and withdraws everything', async ({
  page,
  staker,
}) => {
  test.slow()
  await staker.arrive()
  await expect(page.getByText('This is a devnet')).toBeVisible()
  await expect(page.getByText('byte for byte')).toBeVisible()

  // One signature that costs nothing, one transaction.
  await staker.order('12000')
  await expect(staker.transactions).toContainText('Sign the permit in your wallet.')
  await staker.agree('Sign this data?')
  await expect(staker.transactions).toContainText('Confirm the transaction in your wallet.')
  await staker.agree('Send this transaction?')
  await staker.isDone('Stake 12,000 INFRA')
  await expect(staker.figure('Staked')).toContainText('12,000')
  // The network reads the chain every 15 seconds.
  const tiers = page.getByRole('region', { name: 'Daily credits' }).getByRole('listitem')
  await expect(tiers.filter({ hasText: /counts from (today|tomorrow), / })).toContainText(['Warm', 'Hot'], {
    timeout: 40_000,
  })
  await expect(page.getByLabel('Amount in INFRA')).toHaveValue('')

  const rewards = staker.figure('Rewards to claim')
  const before = await rewards.innerText()
  await expect(rewards).not.toHaveText(before)

  // Two transactions, for wallets that cannot sign a permit.
  await page.getByRole('checkbox', { name: 'Approve in a separate transaction' }).check()
  await staker.order('500,5')
  await expect(staker.transactions).toContainText('transaction 1 of 2')
  await staker.agree('Send this transaction?')
  await expect(staker.transactions).toContainText('transaction 2 of 2')
  await staker.agree('Send this transaction?')
  await staker.isDone('Stake 500.5 INFRA')
  await expect(staker.figure('Staked')).toContainText('12,500.5')
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Claim rewards' }).click()
  await staker.agree('Send this transaction?')
  await staker.isDone('Claim rewards')

  await staker.choose('Withdraw')
  await staker.order('500.5', 'Withdraw')
  await staker.agree('Send this transaction?')
  await staker.isDone('Withdraw 500.5 INFRA')
  await expect(staker.figure('Staked')).toHaveText(/^12,000\D/)

  await page.getByRole('button', { name: 'Withdraw everything and claim' }).click()
  await staker.agree('Send this transaction?')
  await staker.isDone('Withdraw everything and claim')
  await expect(staker.figure('Staked')).toHaveText(/^0\D/)

  const table = page.getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(7)
  await expect(table.getByRole('row').last()).toContainText('Staked')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'History as CSV' }).click()
  const rows = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(rows[0]).toContain('time (UTC),what,amount (INFRA),block,transaction')
  expect(rows).toHaveLength(7)
  expect(rows[6]).toMatch(/,Staked,12000,\d+,0x[0-9a-f]{64}$/)
})
