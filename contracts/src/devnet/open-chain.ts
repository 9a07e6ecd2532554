import {
  ContractDecoder,
  EdrContext,
  L1_CHAIN_TYPE,
  l1GenesisState,
  l1HardforkFromString,
  l1ProviderFactory,
  MineOrdering,
} from '@nomicfoundation/edr'
import { type Hex, hexToBytes, parseEther } from 'viem'
import { multicall3RuntimeCode } from '../generated/multicall3-runtime.ts'

export const DEVNET_ID = 31_337

/** Where every chain has it; libraries look nowhere else. */
export const multicall3Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

const HARDFORK = 'Osaka'
const BLOCK_GAS_MAX = 30_000_000n

/** A JSON-RPC failure, with the code and data that programs read. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export type RpcRequest = (method: string, params?: unknown[]) => Promise<unknown>

/**
 * An Ethereum in memory: a block a transaction, mined at once. The same requests in the same order make the same blocks,
 * byte for byte; everything that would make them differ is fixed here.
 */
export async function openChain(genesisSeconds: number, richAddresses: Hex[]): Promise<RpcRequest> {
  const context = await edr()
  const provider = await context.createProvider(
    L1_CHAIN_TYPE,
    {
      allowBlocksWithSameTimestamp: false,
      allowUnlimitedContractSize: false,
      bailOnCallFailure: true,
      bailOnTransactionFailure: false,
      chainId: BigInt(DEVNET_ID),
      networkId: BigInt(DEVNET_ID),
      coinbase: new Uint8Array(20),
      defaultTransactionGasLimit: 16_000_000n,
      genesisState: genesisState(richAddresses),
      hardfork: HARDFORK,
      minGasPrice: 0n,
      initialBaseFeePerGas: 1_000_000_000n,
      initialParentBeaconBlockRoot: new Uint8Array(32),
      mining: { autoMine: true, memPool: { order: MineOrdering.Priority } },
      network: {
        genesisBlockGasLimit: BLOCK_GAS_MAX,
        genesisBlockTime: BigInt(genesisSeconds),
        genesisBlobGas: { gasUsed: 0n, excessGas: 0n },
      },
      observability: {},
      ownedAccounts: [],
      precompileOverrides: [],
    },
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    { subscriptionCallback: () => {} },
    new ContractDecoder(),
  )
  return async (method, params = []) => {
    const { data } = await provider.handleRequest(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const { result, error } = typeof data === 'string' ? JSON.parse(data) : data
    if (error) throw new RpcError(error.code, error.message, error.data?.data ?? error.data)
    return result
  }
}

let shared: Promise<EdrContext> | undefined

/** EDR allows one context per process. */
function edr(): Promise<EdrContext> {
  shared ??= (async () => {
    const context = new EdrContext()
    await context.registerProviderFactory(L1_CHAIN_TYPE, l1ProviderFactory())
    return context
  })()
  return shared
}

function genesisState(richAddresses: Hex[]) {
  const account = (address: Hex) => ({ address: hexToBytes(address), balance: parseEther('1000000000') })
  return [
    ...l1GenesisState(l1HardforkFromString(HARDFORK)),
    ...richAddresses.map(account),
    { address: hexToBytes(multicall3Address), code: hexToBytes(multicall3RuntimeCode) },
  ]
}
