import { type Config, type Connector, disconnect } from '@wagmi/core'
import { logError } from '../../diagnostics/log-error.ts'
import type { Snapshot } from '../wallet-rules.ts'

/** How long to wait for a wallet to disconnect. */
const DISCONNECT_WAIT_MS_MAX = 1000

/**
 * Which of wagmi's connections the user asked for. Wallets also connect by themselves (when they are unlocked, when an
 * account changes), even after the user disconnected or cancelled; only the connections that were requested here count.
 */
export interface WagmiLinks {
  current(): Snapshot
  /** The linked wallet's. */
  connector(): Connector | undefined
  watch(listener: () => void): () => void
  /** From now on a connection of this wallet counts as requested. */
  want(id: string): void
  isWanted(id: string): boolean
  /** As `want`, but for reconnecting without a click. */
  expect(id: string): void
  isExpected(id: string): boolean
  abandon(): void
  /** The existing connection, if any. */
  find(id: string): { connector: Connector; chainId: number } | undefined
  dropAll(): Promise<void>
  /** Resolves when wallets have disconnected, so that a new connection is not taken for the old one. */
  whenDisconnected(): Promise<unknown>
}

export function createWagmiLinks(config: Config): WagmiLinks {
  let active: string | undefined
  let wanted: string | undefined
  let expected: string | undefined
  let dropping: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()

  const find = (id: string | undefined) =>
    [...config.state.connections.values()].findLast(({ connector }) => connector.id === id)

  function changed() {
    const arrived = [wanted, expected].find((id) => id !== undefined && find(id))
    if (arrived) {
      active = arrived
      wanted = undefined
      expected = undefined
    }
    for (const listener of [...listeners]) listener()
  }

  config.subscribe((state) => state.connections, changed)

  return {
    current() {
      const connection = find(active)
      const address = connection?.accounts[0]
      if (!connection || !address) return { connected: false }
      const { id: walletId, name: walletName } = connection.connector
      return { connected: true, walletId, walletName, address, chainId: connection.chainId }
    },
    connector: () => find(active)?.connector,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    want(id) {
      wanted = id
      if (find(id)) changed()
    },
    isWanted: (id) => wanted === id || active === id,
    expect(id) {
      expected = id
    },
    isExpected: (id) => expected === id,
    abandon() {
      wanted = undefined
    },
    find,
    dropAll() {
      active = undefined
      wanted = undefined
      expected = undefined
      dropping = dropConnections(config)
      changed()
      return dropping
    },
    whenDisconnected: () =>
      Promise.race([dropping, new Promise((resolve) => setTimeout(resolve, DISCONNECT_WAIT_MS_MAX))]),
  }
}

async function dropConnections(config: Config): Promise<void> {
  for (const { connector } of [...config.state.connections.values()]) {
    try {
      await disconnect(config, { connector })
    } catch (error) {
      // For example, a relay that doesn't respond. The user has disconnected anyway.
      logError(`${connector.name} could not be notified of the disconnection.`, error)
      connector.emitter.emit('disconnect')
    }
  }
}
