// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { parseEther } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import type { Reading } from '../reward-rules.ts'
import type { Order } from '../transactions/run-operation.ts'
import { StakeForm } from './stake-form.tsx'

afterEach(cleanup)

const reading: Reading = {
  ...{ at: 1_000n, totalStaked: parseEther('1000000'), rate: 10n ** 51n, periodEnd: 10n ** 10n, reserve: 1n },
  ...{
    isPaused: false,
    staked: parseEther('50'),
    earned: 0n,
    balance: parseEther('200.25'),
    allowance: 0n,
    ether: 1n,
  },
}

function show(change: Partial<Reading> = {}, blocked?: string) {
  const ordered = vi.fn(async (_order: Order) => true)
  render(<StakeForm reading={{ ...reading, ...change }} blocked={blocked} onOrder={ordered} />)
  const field = screen.getByLabelText<HTMLInputElement>('Amount in INFRA')
  const type = (text: string) => fireEvent.change(field, { target: { value: text } })
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  return { ordered, field, type, press }
}

test('an amount is submitted as typed, with a permit by default, and the field is cleared', async () => {
  const { ordered, field, type, press } = show()
  type('1 00,5')
  press('Stake')
  expect(ordered).toHaveBeenLastCalledWith({ action: 'stake', amount: parseEther('100.5'), by: 'permit' })
  await waitFor(() => expect(field.value).toBe(''))
  fireEvent.click(screen.getByRole('checkbox'))
  type('1')
  press('Stake')
  expect(ordered).toHaveBeenLastCalledWith({ action: 'stake', amount: parseEther('1'), by: 'approve' })
})

test('the amount stays in the field if the order fails', async () => {
  const { ordered, field, type, press } = show()
  ordered.mockResolvedValue(false)
  type('7')
  press('Stake')
  await ordered.mock.results[0]!.value
  expect(field.value).toBe('7')
})

test('Max fills in the whole balance, or the whole stake, to the last digit', () => {
  const { ordered, press } = show()
  press('Max')
  press('Stake')
  expect(ordered).toHaveBeenLastCalledWith(expect.objectContaining({ amount: reading.balance }))
  fireEvent.click(screen.getByRole('radio', { name: 'Withdraw' }))
  press('Max')
  press('Withdraw')
  expect(ordered).toHaveBeenLastCalledWith({ action: 'withdraw', amount: reading.staked })
})

test.each([
  ['', 'Enter an amount.'],
  ['0', 'It must be more than zero.'],
  ['200.26', 'You have 200.25 INFRA.'],
])('[K01] [K02] %o is refused at the field, which gets the focus', (typed, problem) => {
  const { ordered, field, type, press } = show()
  type(typed)
  press('Stake')
  expect(ordered).not.toHaveBeenCalled()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent).toBe(problem)
  expect(document.activeElement).toBe(field)
})

test('while new stakes are paused, withdrawing still works', () => {
  const { ordered, type, press } = show({ isPaused: true })
  type('1')
  press('Stake')
  expect(ordered).not.toHaveBeenCalled()
  expect(screen.getByText('New stakes are paused. You can still withdraw and claim.')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Withdraw' }))
  type('1')
  press('Withdraw')
  expect(ordered).toHaveBeenCalledWith({ action: 'withdraw', amount: parseEther('1') })
})

test('[K46] while signing is blocked, the reason is shown beside the button and nothing is submitted', () => {
  const { ordered, type, press } = show({}, 'A transaction is in progress.')
  type('1')
  press('Stake')
  expect(ordered).not.toHaveBeenCalled()
  expect(screen.getByText('A transaction is in progress.')).toBeTruthy()
})

test('the form shows the resulting stake while an amount is typed', () => {
  const { type } = show()
  type('150')
  expect(screen.getByText('200 INFRA')).toBeTruthy()
  expect(screen.getByText('none yet')).toBeTruthy()
})
