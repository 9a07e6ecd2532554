import type { Hex, TypedDataDefinition } from 'viem'
import type { WalletConfiguration } from './wallet-configuration.ts'
import { WalletError } from './wallet-error.ts'
import type { Mined, ReadContract, WalletPort, WriteContract } from './wallet-port.ts'
import type { WalletState } from './wallet-state.ts'

export interface WalletCalls {
  /** A wallet may never respond; with `signal` the user can stop waiting. */
  signMessage(message: string, options?: { signal?: AbortSignal }): Promise<Hex>
  /** In the form of EIP-712. If the data names its chain, a wallet on another one isn't asked. */
  signTypedData(chainId: number | undefined, data: TypedDataDefinition): Promise<Hex>
  chainClient: WalletPort['chainClient']
  readContract: ReadContract
  /** Resolves with the hash once the user has confirmed; `receipt` then waits for the confirmations, by default one. */
  writeContract: WriteContract
}

interface Dependencies {
  configuration: Pick<WalletConfiguration, 'chains'>
  port: WalletPort
  getState: () => WalletState
}

export function createCalls({ configuration, port, getState }: Dependencies): WalletCalls {
  /** The address in our state, not one that the wallet may have switched to a moment ago. */
  function linkedAddress() {
    const { address } = getState()
    if (!address) throw new WalletError('not_connected', 'Link a wallet first.')
    return address
  }

  function assertOnChain(chainId: number) {
    if (getState().chain.id === chainId) return
    const name = configuration.chains.find((chain) => chain.id === chainId)?.name ?? `chain ${chainId}`
    throw new WalletError('wrong_chain', `Your wallet is on another network. Switch it to ${name} first.`)
  }

  return {
    async signMessage(message, { signal } = {}) {
      const account = linkedAddress()
      return untilAborted(() => port.signMessage({ message, account }), signal)
    },
    async signTypedData(chainId, data) {
      const account = linkedAddress()
      if (chainId !== undefined) assertOnChain(chainId)
      return port.signTypedData({ data, account })
    },
    chainClient: port.chainClient,
    readContract: port.readContract,
    async writeContract({ confirmations = 1, ...call }) {
      const account = linkedAddress()
      assertOnChain(call.chainId)
      const hash = await port.writeContract({ ...call, account } as Parameters<
        WalletPort['writeContract']
      >[0])
      const receipt = port.waitForReceipt({ hash, chainId: call.chainId, confirmations }).then(receiptOf)
      // A caller that awaits the receipt gets the error; for one that does not, it must not be an unhandled rejection.
      receipt.catch(() => {})
      return { hash, receipt }
    },
  }
}

function receiptOf({ receipt, replaced }: Mined) {
  // A repriced transaction is still the same transaction.
  if (!replaced || replaced === 'repriced') return receipt
  throw new WalletError('replaced', 'Another transaction replaced this one, so this one did nothing.')
}

async function untilAborted<T>(ask: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const cancelled = () => new WalletError('cancelled', 'You stopped waiting for the wallet.')
  if (signal?.aborted) throw cancelled()
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(cancelled())
  signal?.addEventListener('abort', giveUp)
  try {
    return await Promise.race([ask(), promise])
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}
