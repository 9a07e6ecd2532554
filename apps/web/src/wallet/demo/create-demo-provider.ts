import { type Address, type Hex, hexToBigInt, isHex, numberToHex, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { WalletChain } from '../wallet-configuration.ts'
import type { Approvals, Question } from './approvals.ts'
import { assertDevelopmentChain, firstDemoChain, requestChain, sendOnChain } from './demo-chains.ts'
import { type DemoMemory, keepDemo, recallDemo } from './demo-memory.ts'
import { ProviderError } from './provider-error.ts'
import { connectQuestion, messageQuestion, transactionQuestion, typedDataQuestion } from './questions.ts'

type Listener = (detail: unknown) => void
type Parameters = readonly unknown[]

export interface DemoProvider {
  request(asked: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
}

interface Demo {
  account: PrivateKeyAccount
  approvals: Approvals
  chains: readonly [WalletChain, ...WalletChain[]]
  memory: DemoMemory
  store(change: Partial<DemoMemory>): void
  emit(event: string, detail: unknown): void
}

/** An EIP-1193 provider with a key that is stored in this browser and is worth nothing. */
export function createDemoProvider(
  chains: readonly [WalletChain, ...WalletChain[]],
  approvals: Approvals,
): DemoProvider {
  const memory = recallDemo(firstDemoChain(chains).id)
  const listeners = new Map<string, Set<Listener>>()
  const demo: Demo = {
    account: privateKeyToAccount(memory.privateKey),
    approvals,
    chains,
    memory,
    store: (change) => keepDemo(Object.assign(memory, change)),
    emit: (event, detail) => [...(listeners.get(event) ?? [])].forEach((listener) => void listener(detail)),
  }
  keepDemo(memory)

  return {
    async request({ method, params }) {
      const answer = answers.get(method)
      if (answer) return answer(demo, Array.isArray(params) ? params : [])
      if (!isRead(method)) throw new ProviderError('unsupported', `The demo wallet does not know ${method}.`)
      return requestChain(chainOf(demo), { method, params })
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}

const answers = new Map<string, (demo: Demo, params: Parameters) => unknown>([
  ['eth_requestAccounts', requestAccounts],
  ['eth_accounts', accountsOf],
  ['eth_chainId', (demo) => numberToHex(demo.memory.chainId)],
  ['net_version', (demo) => String(demo.memory.chainId)],
  ['personal_sign', signText],
  ['eth_signTypedData_v4', signTypedData],
  ['eth_sendTransaction', sendTransaction],
  ['wallet_switchEthereumChain', switchToChain],
  ['wallet_addEthereumChain', () => refuse('The demo wallet knows the configured chains and no others.')],
  ['wallet_revokePermissions', revoke],
  // `eth_sign` signs any 32 bytes, even the hash of a transaction, without showing what they mean.
  ['eth_sign', () => refuse('The demo wallet does not sign what nobody can read.')],
])

/** Other `eth_` methods are reads; those that sign or send without approval are excluded. */
function isRead(method: string): boolean {
  return /^eth_(?!sign|send)/.test(method)
}

async function requestAccounts(demo: Demo): Promise<Address[]> {
  const { memory, approvals, account } = demo
  if (!memory.connected) {
    if (approvals.open.get().some(({ kind }) => kind === 'connect')) {
      throw new ProviderError('pending', 'The demo wallet has a request open already.')
    }
    await agree(demo, connectQuestion(account.address))
    demo.store({ connected: true })
  }
  return [account.address]
}

function accountsOf({ memory, account }: Demo): Address[] {
  return memory.connected ? [account.address] : []
}

async function signText(demo: Demo, [text, address]: Parameters): Promise<Hex> {
  assertOwn(demo, address)
  if (typeof text !== 'string') throw new ProviderError('badParameters', 'There is no message to sign.')
  const raw = isHex(text) ? text : toHex(text)
  await agree(demo, messageQuestion(raw))
  return demo.account.signMessage({ message: { raw } })
}

async function signTypedData(demo: Demo, [address, given]: Parameters): Promise<Hex> {
  assertOwn(demo, address)
  const data: unknown = typeof given === 'string' ? JSON.parse(given) : given
  await agree(demo, typedDataQuestion(data))
  return demo.account.signTypedData(data as never)
}

async function sendTransaction(demo: Demo, [given]: Parameters): Promise<Hex> {
  const { from, to, value, data, gas, chainId } = given as Partial<Record<string, Hex>>
  assertOwn(demo, from)
  const chain = chainOf(demo)
  assertDevelopmentChain(chain)
  if (chainId !== undefined && Number(chainId) !== chain.id) {
    throw new ProviderError(
      'chainDisconnected',
      `The demo wallet is on ${chain.name}; the transaction is for another chain.`,
    )
  }
  const transaction = {
    to,
    data,
    value: value === undefined ? undefined : hexToBigInt(value),
    gas: gas === undefined ? undefined : hexToBigInt(gas),
  }
  await agree(demo, transactionQuestion(chain, transaction))
  return sendOnChain(chain, demo.account, transaction)
}

function switchToChain(demo: Demo, [given]: Parameters): null {
  const chainId = Number((given as { chainId?: unknown } | undefined)?.chainId)
  if (!demo.chains.some((chain) => chain.id === chainId)) {
    throw new ProviderError('chainUnknown', 'The demo wallet does not know this chain.')
  }
  if (chainId !== demo.memory.chainId) {
    demo.store({ chainId })
    demo.emit('chainChanged', numberToHex(chainId))
  }
  return null
}

function revoke(demo: Demo): null {
  if (demo.memory.connected) {
    demo.store({ connected: false })
    demo.emit('accountsChanged', [])
  }
  return null
}

async function agree(demo: Demo, question: Question): Promise<void> {
  if (await demo.approvals.ask(question)) return
  throw new ProviderError('rejected', 'The person rejected the request.')
}

function assertOwn({ memory, account }: Demo, address: unknown): void {
  const isOwn = typeof address === 'string' && address.toLowerCase() === account.address.toLowerCase()
  if (memory.connected && isOwn) return
  throw new ProviderError('unauthorised', 'The demo wallet is not linked to this page with that account.')
}

/** A stored chain that is no longer configured can be reported, but not used. */
function chainOf({ memory, chains }: Demo): WalletChain {
  return chains.find((chain) => chain.id === memory.chainId) ?? { id: memory.chainId, name: 'this chain' }
}

function refuse(sentence: string): never {
  throw new ProviderError('unsupported', sentence)
}
