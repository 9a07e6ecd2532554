import {
  type Config,
  type Connector,
  connect,
  createConfig,
  getPublicClient,
  injected,
  readContract,
  reconnect,
  signMessage,
  signTypedData,
  waitForTransactionReceipt,
  watchConnectors,
  writeContract,
} from '@wagmi/core'
import type { WalletConfiguration } from '../wallet-configuration.ts'
import { WalletError } from '../wallet-error.ts'
import type { Mined, ReadContract, SubmitContract, WalletOption, WalletPort } from '../wallet-port.ts'
import { moveToChain } from './move-to-chain.ts'
import { wagmiChains, wagmiTransports } from './wagmi-chains.ts'
import { createWagmiLinks, type WagmiLinks } from './wagmi-links.ts'
import { INJECTED_ID, listOptions, WALLET_CONNECT_ID } from './wallet-options.ts'

/** `demoId` is the id of the demo wallet, if there is one. */
export function createWagmiPort(configuration: WalletConfiguration, demoId?: string): WalletPort {
  const { chains, projectId } = configuration
  const config: Config = createConfig({
    chains: wagmiChains(chains),
    connectors: [browserWallet()],
    // What wagmi would keep here is the last connection, and it would miss wallets that announce themselves while it
    // reads it. We store one id ourselves (stored-wallet.ts), which also survives a blocked or full storage.
    storage: null,
    transports: wagmiTransports(chains, () => links.connector()),
  })
  const links = createWagmiLinks(config)
  const findConnector = createFinder(config, projectId)
  let options: WalletOption[] = []

  async function move(connector: Connector, chainId: number) {
    const chain = chains.find(({ id }) => id === chainId)
    if (!chain) throw new WalletError('wrong_chain', `Chain ${chainId} is not configured.`)
    await moveToChain(config, connector, chain)
  }

  return {
    current: links.current,
    options() {
      const found = listOptions(config.connectors, { projectId, demoId, hasInjected: 'ethereum' in window })
      if (JSON.stringify(found) !== JSON.stringify(options)) options = found
      return options
    },
    watch({ onWallet, onOptions }) {
      const ends = [links.watch(onWallet), watchConnectors(config, { onChange: onOptions })]
      return () => ends.forEach((end) => void end())
    },
    async connect(id, { chainId, onLink }) {
      links.want(id)
      await links.whenDisconnected()
      if (!links.isWanted(id)) throw new WalletError('cancelled', 'You stopped waiting for the wallet.')
      const connection = links.find(id)
      if (!connection) {
        await connect(config, { connector: await findConnector(id, onLink), chainId })
      } else if (chainId !== undefined && connection.chainId !== chainId) {
        await move(connection.connector, chainId)
      }
    },
    async reconnect(id) {
      links.expect(id)
      await announced(config, id)
      // Meanwhile the user may have linked another wallet, or disconnected.
      if (!links.isExpected(id)) return
      await reconnect(config, { connectors: [await findConnector(id)] })
    },
    abandonConnect: links.abandon,
    disconnect: links.dropAll,
    async switchChain(chainId) {
      const connector = links.connector()
      if (!connector) throw new WalletError('not_connected', 'Link a wallet first.')
      await move(connector, chainId)
    },
    ...contractCalls(config, links),
  }
}

function contractCalls(config: Config, links: WagmiLinks) {
  return {
    signMessage: ({ message, account }) =>
      signMessage(config, { message, account, connector: links.connector() }),
    signTypedData: ({ data, account }) =>
      signTypedData(config, { ...data, account, connector: links.connector() } as never),
    chainClient(chainId) {
      const client = getPublicClient(config, { chainId })
      if (!client) throw new WalletError('wrong_chain', `Chain ${chainId} is not configured.`)
      return client
    },
    // wagmi computes the same types in another way, which the compiler cannot follow for a generic call.
    readContract: ((call: never) => readContract(config, call)) as unknown as ReadContract,
    writeContract: ((call: object) =>
      writeContract(config, { ...call, connector: links.connector() } as never)) as unknown as SubmitContract,
    async waitForReceipt({ hash, chainId, confirmations }) {
      let replaced: Mined['replaced']
      const receipt = await waitForTransactionReceipt(config, {
        hash,
        chainId,
        confirmations,
        onReplaced: ({ reason }) => {
          replaced = reason
        },
      })
      return { receipt, replaced }
    },
  } satisfies Partial<WalletPort>
}

/** Any wallet that has set `window.ethereum`. */
function browserWallet() {
  return injected({
    target: {
      id: INJECTED_ID,
      name: 'Browser wallet',
      provider: (window) => window?.ethereum,
    },
  })
}

function createFinder(config: Config, projectId: string | undefined) {
  return async (id: string, onLink?: (link: string) => void): Promise<Connector> => {
    if (id === WALLET_CONNECT_ID && projectId) {
      const { walletConnectConnector } = await import('./wallet-connect-connector.ts')
      // A new connector each time: one that failed to reach its relay keeps failing.
      const connector = config._internal.connectors.setup(walletConnectConnector(projectId))
      connector.emitter.on('message', ({ type, data }) => {
        if (type === 'display_uri' && typeof data === 'string') onLink?.(data)
      })
      return connector
    }
    const connector = config.connectors.find((known) => known.id === id)
    if (!connector) throw new WalletError('missing', 'This wallet is no longer available.')
    return connector
  }
}

/** Extensions may announce themselves late; WalletConnect never does. */
function announced(config: Config, id: string): Promise<void> {
  const isThere = () => id === WALLET_CONNECT_ID || config.connectors.some((connector) => connector.id === id)
  if (isThere()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = watchConnectors(config, {
      onChange() {
        if (!isThere()) return
        stop()
        resolve()
      },
    })
  })
}
