import type {
  Abi,
  Address,
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionParameters,
  ContractFunctionReturnType,
  Hash,
  Hex,
  PublicClient,
  TransactionReceipt,
  TypedDataDefinition,
} from 'viem'
import type { Snapshot } from './wallet-rules.ts'

/** A wallet that can be chosen. */
export interface WalletOption {
  id: string
  name: string
  /** A `data:image/…` address, if the wallet has a drawing. */
  icon?: string
  kind: 'announced' | 'injected' | 'walletconnect' | 'demo'
}

/** All that the wallet module needs of the outside. `wagmi-port.ts` is the real one. */
export interface WalletPort {
  /** The wallet that the person asked for, as it is at this moment. */
  current(): Snapshot
  /** Must always return the same array until the choice changed. */
  options(): readonly WalletOption[]
  /** Tells of changes in the two above. Returns what ends the watch. */
  watch(listener: { onWallet: () => void; onOptions: () => void }): () => void
  /** Asks the wallet. `onLink` hears the address that a WalletConnect wallet has to scan. */
  connect(id: string, request: { chainId?: number; onLink?: (link: string) => void }): Promise<void>
  /** Links a wallet that was linked before, without asking; waits for it if it has not announced itself yet. */
  reconnect(id: string): Promise<void>
  /** Whatever a wallet answers to an earlier `connect` no longer counts. */
  abandonConnect(): void
  /** From the call on `current()` is disconnected, however long the wallet takes. Does not fail. */
  disconnect(): Promise<void>
  switchChain(chainId: number): Promise<void>
  signMessage(request: { message: string; account: Address }): Promise<Hex>
  signTypedData(request: { data: TypedDataDefinition; account: Address }): Promise<Hex>
  /** For whatever else is to be asked of a configured chain: at its RPC address, else through the linked wallet. */
  chainClient(chainId: number): PublicClient
  readContract: ReadContract
  writeContract: SubmitContract
  waitForReceipt(request: { hash: Hash; chainId: number; confirmations: number }): Promise<Mined>
}

export interface Mined {
  receipt: TransactionReceipt
  /** What became of the transaction, if the person sent another with its number from their wallet. */
  replaced?: 'cancelled' | 'replaced' | 'repriced'
}

/** A call names its chain, so that nothing is ever read from or written to another one by accident. */
interface OnChain {
  chainId: number
}

type AnyAbi = Abi | readonly unknown[]
type View = 'pure' | 'view'
type Change = 'nonpayable' | 'payable'

export type ReadContract = <
  const abi extends AnyAbi,
  name extends ContractFunctionName<abi, View>,
  const args extends ContractFunctionArgs<abi, View, name>,
>(
  call: ContractFunctionParameters<abi, View, name, args> & OnChain,
) => Promise<ContractFunctionReturnType<abi, View, name, args>>

export type SubmitContract = <
  const abi extends AnyAbi,
  name extends ContractFunctionName<abi, Change>,
  const args extends ContractFunctionArgs<abi, Change, name>,
>(
  call: ContractFunctionParameters<abi, Change, name, args> & OnChain & { account: Address; value?: bigint },
) => Promise<Hash>

export type WriteContract = <
  const abi extends AnyAbi,
  name extends ContractFunctionName<abi, Change>,
  const args extends ContractFunctionArgs<abi, Change, name>,
>(
  call: ContractFunctionParameters<abi, Change, name, args> &
    OnChain & { value?: bigint; confirmations?: number },
) => Promise<{ hash: Hash; receipt: Promise<TransactionReceipt> }>
