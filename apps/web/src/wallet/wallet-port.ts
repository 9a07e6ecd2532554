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

/** A wallet that the user can choose. */
export interface WalletOption {
  id: string
  name: string
  /** A `data:image/…` address, if the wallet has a drawing. */
  icon?: string
  kind: 'announced' | 'injected' | 'walletconnect' | 'demo'
}

/** Everything that this folder needs of real wallets. `wagmi/wagmi-port.ts` implements it. */
export interface WalletPort {
  /** The wallet that the user chose, as it is now. */
  current(): Snapshot
  /** Must return the same array as long as the options have not changed. */
  options(): readonly WalletOption[]
  /** Calls back when one of the two above changes. Returns the function that stops watching. */
  watch(listener: { onWallet: () => void; onOptions: () => void }): () => void
  /** Asks the wallet to connect. `onLink` receives the WalletConnect URI to scan. */
  connect(id: string, request: { chainId?: number; onLink?: (link: string) => void }): Promise<void>
  /** Reconnects a wallet without asking the user; waits for it if it has not announced itself yet. */
  reconnect(id: string): Promise<void>
  /** Ignores whatever a wallet still answers to an earlier `connect`. */
  abandonConnect(): void
  /** From the call on `current()` is disconnected, however long the wallet takes. Never throws. */
  disconnect(): Promise<void>
  switchChain(chainId: number): Promise<void>
  signMessage(request: { message: string; account: Address }): Promise<Hex>
  signTypedData(request: { data: TypedDataDefinition; account: Address }): Promise<Hex>
  /** A client for a configured chain: at its RPC address, or else through the linked wallet. */
  chainClient(chainId: number): PublicClient
  readContract: ReadContract
  writeContract: SubmitContract
  waitForReceipt(request: { hash: Hash; chainId: number; confirmations: number }): Promise<Mined>
}

export interface Mined {
  receipt: TransactionReceipt
  /** How the transaction was replaced, if the user sent another one with its nonce. */
  replaced?: 'cancelled' | 'replaced' | 'repriced'
}

/** Every call names its chain, so that nothing is read from or written to another one by accident. */
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
