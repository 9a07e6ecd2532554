// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { loadWallet } from '../load-wallet.ts'
import { defaultWalletConfiguration } from '../wallet-configuration.ts'
import { problemOf } from '../wallet-error.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const devnet = { id: 31337, name: 'Infra devnet', rpcUrl: 'http://127.0.0.1:8545' }
const chains = [...defaultWalletConfiguration.chains, devnet] as const

test.each([
  ['was not built with it', '', true],
  ['is not configured for it', 'yes', false],
])('[R-WAL-4] there is no demo wallet if the page %s', async (_why, built, enableCustomProvider) => {
  vi.stubEnv('VITE_DEMO_WALLET', built)
  const wallet = await loadWallet({ ...defaultWalletConfiguration, chains, enableCustomProvider })
  expect(wallet.connectors()).toEqual([])
  wallet.stop()
  vi.unstubAllEnvs()
})

test('[R-WAL-4] the demo wallet, if built in and configured, links when approved and doesn’t sign when rejected', async () => {
  vi.stubEnv('VITE_DEMO_WALLET', 'yes')
  const wallet = await act(() =>
    loadWallet({ ...defaultWalletConfiguration, chains, enableCustomProvider: true }),
  )
  expect(wallet.connectors()).toEqual([
    {
      id: 'network.infra.demo',
      name: 'Demo wallet',
      icon: expect.stringMatching(/^data:image\/svg/),
      kind: 'demo',
    },
  ])
  act(wallet.openModal)
  expect(wallet.getState()).toMatchObject({ connecting: true, attempt: { phase: 'choosing' } })

  const linked = Promise.withResolvers<unknown>()
  wallet.on('connected', linked.resolve)
  await act(async () => void wallet.connect('network.infra.demo'))
  await screen.findByRole('dialog', { name: 'Link the demo wallet?' })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Approve' })))
  expect(await linked.promise).toMatchObject({ chainId: 31337 })
  expect(screen.queryByRole('dialog')).toBeNull()

  const outcome = wallet.signMessage('Welcome!').then(() => 'signed', problemOf)
  await screen.findByRole('dialog', { name: 'Sign this message?' })
  expect(screen.getByText('Welcome!')).toBeTruthy()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Reject' })))
  expect(await outcome).toBe('rejected')
  wallet.stop()
  vi.unstubAllEnvs()
})
