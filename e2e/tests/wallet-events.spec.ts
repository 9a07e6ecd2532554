import { expect } from '@playwright/test'
import { test } from '../person.ts'

test('[R-WAL-6] the wallet emits its events of connecting, switching and disconnecting in this order @desktop', async ({
  harness,
  page,
  person,
  wallet,
}) => {
  await test.step('[R-WAL-8] linking', async () => {
    await harness.openLinked('/feed')
    await person.signIn()
    expect(await harness.walletEvents()).toEqual(['modal opened', 'connected', 'modal closed'])
  })

  await test.step('[R-WAL-9] another account', async () => {
    await wallet.switchAccount()
    await person.isSignedIn()
    expect(await harness.walletEvents()).toEqual(['disconnect', 'connected'])
  })

  await test.step('[R-WAL-7] two changes within 200 ms count as one', async () => {
    // To a chain that is not configured and back. Both timers run in the page, so that a slow test changes nothing between them.
    const events = await page.evaluate(
      async ([away, back]) => {
        const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
        window.emitFromWallet('chainChanged', away)
        await pause(100)
        window.emitFromWallet('chainChanged', back)
        await pause(500)
        return window.walletEvents.splice(0)
      },
      ['0x89', '0x1'] as const,
    )
    expect(events).toEqual([])
    await person.isSignedIn()
    await wallet.switchAccount()
    await person.isSignedIn()
    expect(await harness.walletEvents()).toEqual(['disconnect', 'connected'])
  })

  await test.step('[R-WAL-10] another configured chain', async () => {
    await wallet.switchChain(31_337)
    await expect.poll(() => harness.walletEvents()).toEqual(['chain_switched'])
    await person.isSignedIn()
  })

  await test.step('[R-WAL-11] an unconfigured chain', async () => {
    await wallet.switchChain(137)
    await person.isVisitor()
    expect(await harness.walletEvents()).toEqual(['disconnect', 'unknown_chain'])
  })
})

test('[R-WAL-6] the wallet emits events of cancelling and disconnecting @desktop', async ({
  harness,
  page,
  person,
  wallet,
}) => {
  await harness.openLinked('/feed')
  await person.openModal()
  await page.keyboard.press('Escape')
  await expect.poll(() => harness.walletEvents()).toEqual(['modal opened', 'modal closed'])
  wallet.answer.connect = 'approve'
  await person.signIn()
  await harness.walletEvents()
  await person.bar.getByRole('button', { name: 'Disconnect' }).click()
  await person.isVisitor()
  expect(await harness.walletEvents()).toEqual(['disconnect'])
})
