import { infraTokenAbi } from '@infra/contracts/generated/infra-token'
import { expect } from '@playwright/test'
import { parseGwei, parseSignature } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { answerForChain, chain, holdTransactions, sameWallet, walletWith } from '../slow-chain.ts'
import { test } from '../staker.ts'
import { violations } from '../violations.ts'

test('[K44] a rejected permit or transaction sends nothing and says so @desktop', async ({
  page,
  staker,
}) => {
  await staker.arrive()
  await staker.order('100')
  await staker.refuse('Sign this data?')
  await expect(staker.transactions.getByRole('alert')).toHaveText(
    'You declined in your wallet. Nothing was sent.',
  )
  await expect(page.getByLabel('Amount in INFRA')).toHaveValue('100')

  await page.getByRole('button', { name: 'Stake', exact: true }).click()
  await staker.agree('Sign this data?')
  await staker.refuse('Send this transaction?')
  await expect(staker.transactions.getByRole('alert')).toHaveText(
    'You declined in your wallet. Nothing was sent.',
  )
  await expect(staker.figure('In your wallet')).toContainText('20,000')
  expect(await violations(page)).toEqual([])
})

test('[X04] a reload keeps following a pending transaction @desktop', async ({ page, staker }) => {
  await staker.arrive()
  const chain = await holdTransactions(page)
  await staker.order('100')
  await staker.agree('Sign this data?')
  await staker.agree('Send this transaction?')
  await expect(staker.transactions).toContainText('waiting to be mined: 0 of 1 confirmations')

  await page.reload()
  await expect(staker.transactions).toContainText('Stake 100 INFRA')
  await expect(staker.transactions).toContainText('waiting to be mined: 0 of 1 confirmations')
  await expect(page.getByRole('button', { name: 'Stake', exact: true })).toBeDisabled()
  await chain.release()
  await staker.isDone('Stake 100 INFRA')
  await expect(staker.figure('Staked')).toHaveText(/^100\D/)

  await page.reload()
  await expect(staker.figure('Staked')).toHaveText(/^100\D/)
  await expect(staker.transactions).toBeHidden()
})

test('[K44] a transaction that was cancelled in the wallet says so, even after a reload @desktop', async ({
  page,
  staker,
}) => {
  await staker.arrive()
  await holdTransactions(page)
  await staker.order('100')
  await staker.agree('Sign this data?')
  await staker.agree('Send this transaction?')
  await expect(staker.transactions).toContainText('waiting to be mined')
  await page.reload()
  await expect(staker.transactions).toContainText('waiting to be mined')

  const wallet = await sameWallet(page)
  await wallet.sendTransaction({ to: wallet.account.address, value: 0n })
  await expect(staker.transactions.getByRole('alert')).toContainText('You cancelled it in your wallet')
  await expect(page.getByRole('button', { name: 'Stake', exact: true })).toBeEnabled()
})

test('a transaction that the contract reverts when mined says why @desktop', async ({ page, staker }) => {
  await staker.arrive()
  const held = await holdTransactions(page)
  await staker.order('100')
  await staker.agree('Sign this data?')
  await staker.agree('Send this transaction?')
  await expect(staker.transactions).toContainText('waiting to be mined')

  await spendPermitNumber(await sameWallet(page))
  await held.release()
  await expect(staker.transactions.getByRole('alert')).toContainText(
    'It was mined, but the contract refused it. The contract isn’t allowed to transfer that much INFRA',
  )
})

/** Another account uses up the nonce that the page's permit was signed for. */
async function spendPermitNumber(owner: ReturnType<typeof walletWith>): Promise<void> {
  const other = walletWith(generatePrivateKey())
  await chain().request({ method: 'infra_faucet', params: [other.account.address] } as never)
  const { token } = await placeOf()
  const deadline = BigInt(Math.floor(Date.now() / 1000) + 3600)
  const signature = await owner.signTypedData({
    domain: { name: 'Infra', version: '1', chainId: 31_337, verifyingContract: token },
    types: {
      Permit: ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'].map(
        (field) => ({ name: field.split(' ')[0]!, type: field.split(' ')[1]! }),
      ),
    },
    primaryType: 'Permit',
    message: {
      ...{ owner: owner.account.address, spender: other.account.address, value: 1n, nonce: 0n, deadline },
    },
  })
  const { r, s, v } = parseSignature(signature)
  await other.writeContract({
    abi: infraTokenAbi,
    address: token,
    functionName: 'permit',
    args: [owner.account.address, other.account.address, 1n, deadline, Number(v), r, s],
  })
}

async function placeOf(): Promise<{ token: `0x${string}` }> {
  const page = await (await fetch(String(process.env.BASE_URL))).text()
  const [, block = '{}'] = /id="configuration">(.*?)<\/script>/s.exec(page) ?? []
  return JSON.parse(block).staking
}

test('a person who cannot pay the network fee is warned before anything is sent @desktop', async ({
  page,
  staker,
}) => {
  await staker.arrive()
  const wallet = await sameWallet(page)
  const ether = await chain().getBalance({ address: wallet.account.address })
  const maxFeePerGas = parseGwei('3')
  const value = ether - 21_000n * maxFeePerGas
  await wallet.sendTransaction({
    ...{ to: walletWith(generatePrivateKey()).account.address, value, gas: 21_000n },
    ...{ maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas },
  })
  await staker.order('100')
  await expect(staker.transactions.getByRole('alert')).toContainText(
    'ether for the network fee. Nothing was sent.',
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('[K44] on another chain nothing can be signed, and one click switches back @desktop', async ({
  page,
  staker,
}) => {
  await staker.arrive()
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('infra.demo-wallet') ?? '{}')
    localStorage.setItem('infra.demo-wallet', JSON.stringify({ ...kept, chainId: 1 }))
  })
  await page.reload()
  await expect(
    page.getByText('Your wallet is on Ethereum, where there is no staking contract.'),
  ).toBeVisible()
  await expect(staker.figure('In your wallet')).toContainText('20,000')
  await expect(page.getByRole('button', { name: 'Stake', exact: true })).toBeDisabled()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Switch to Infra devnet' }).click()
  await expect(page.getByRole('button', { name: 'Stake', exact: true })).toBeEnabled()
  await expect(page.getByText('Your wallet is on Ethereum')).toBeHidden()
})

test('[K46] nothing can be signed if the contract’s code is not the expected one @desktop', async ({
  page,
  staker,
}) => {
  await staker.signIn()
  await answerForChain(page, ({ method }) => (method === 'eth_getCode' ? '0x6001600255' : undefined))
  await page.goto('/staking')
  await expect(page.getByText('is not the staking contract that this page was built with.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stake', exact: true })).toBeDisabled()
  await expect(page.getByText('byte for byte')).toBeHidden()
})

test('staking works by keyboard alone, in a window of 320 pixels @desktop', async ({ page, staker }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await staker.arrive()
  await page.getByRole('radio', { name: 'Withdraw' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Stake' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect(page.getByText('It must be more than zero.')).toBeVisible()
  await expect(page.getByLabel('Amount in INFRA')).toBeFocused()
  await page.keyboard.type('.123456789012345678')
  await page.keyboard.press('Enter')
  for (const question of ['Sign this data?', 'Send this transaction?']) {
    const sheet = page.getByRole('dialog', { name: question })
    await expect(sheet).toBeVisible()
    await sheet.getByRole('button', { name: 'Approve', exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await staker.isDone('Stake 0.1234 INFRA')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
