import type { BrowserContext } from '@playwright/test'
import { type Hex, hexToString } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

type Answer = 'approve' | 'reject' | 'never' | 'busy'

/** A wallet outside the page, like a browser extension: pages discover it by EIP-6963, and never see a key. */
export interface TestWallet {
  address: () => string
  /** Makes it one that was linked to the page earlier, and returns its key. */
  linkedBefore: () => Hex
  /** Every method that was requested, and what it was asked to sign. */
  asked: string[]
  signed: string[]
  /** How the person reacts to the next questions; `approve` by default. */
  answer: { connect: Answer; sign: Answer; switch: Answer }
  /** As the person would in the wallet's own window. */
  switchAccount: () => Promise<void>
  switchChain: (chainId: number) => Promise<void>
  lock: () => Promise<void>
}

interface WalletError {
  code: number
  message: string
}

const errors: Record<Exclude<Answer, 'approve' | 'never'>, WalletError> = {
  reject: { code: 4001, message: 'User rejected the request.' },
  busy: { code: -32002, message: 'Request already pending.' },
}

/** As the page stores it. */
export const WALLET_ID = 'example.test.wallet'

export async function installWallet(
  context: BrowserContext,
  { chainId = 1, key = generatePrivateKey() }: { chainId?: number; key?: Hex } = {},
): Promise<TestWallet> {
  const accounts = [key, generatePrivateKey()].map((one) => privateKeyToAccount(one))
  const state = { chain: chainId, current: 0, permitted: false, block: 100, minedAt: 0 }
  const account = () => accounts[state.current] as PrivateKeyAccount
  const wallet: TestWallet = {
    address: () => account().address,
    linkedBefore: () => {
      state.permitted = true
      return key
    },
    asked: [],
    signed: [],
    answer: { connect: 'approve', sign: 'approve', switch: 'approve' },
    switchAccount: async () => {
      state.current = 1 - state.current
      await emit('accountsChanged', [account().address])
    },
    switchChain: async (next) => {
      state.chain = next
      await emit('chainChanged', `0x${next.toString(16)}`)
    },
    lock: async () => {
      state.permitted = false
      await emit('accountsChanged', [])
    },
  }

  async function emit(event: string, detail: unknown): Promise<void> {
    for (const page of context.pages()) {
      await page.evaluate(([name, value]) => window.emitFromWallet(name as string, value), [
        event,
        detail,
      ] as const)
    }
  }

  const methods: Record<string, (params: unknown[]) => unknown> = {
    eth_chainId: () => `0x${state.chain.toString(16)}`,
    eth_accounts: () => (state.permitted ? [account().address] : []),
    eth_requestAccounts: async () => {
      await decide(wallet.answer.connect)
      state.permitted = true
      return [account().address]
    },
    wallet_revokePermissions: () => {
      state.permitted = false
      return null
    },
    wallet_switchEthereumChain: async ([request]) => {
      await decide(wallet.answer.switch)
      await wallet.switchChain(Number((request as { chainId: Hex }).chainId))
      return null
    },
    // A chain behind the wallet, of which a page knows only the responses: each request finds it one block further.
    eth_blockNumber: () => `0x${(state.block++).toString(16)}`,
    eth_getBlockByNumber: () => ({
      number: `0x${state.block.toString(16)}`,
      baseFeePerGas: '0x1',
      transactions: [],
    }),
    eth_call: () => `0x${(42).toString(16).padStart(64, '0')}`,
    eth_estimateGas: () => '0x5208',
    eth_sendTransaction: async () => {
      await decide(wallet.answer.sign)
      state.minedAt = state.block + 1
      return TRANSACTION
    },
    eth_getTransactionByHash: () => ({
      hash: TRANSACTION,
      nonce: '0x0',
      from: account().address,
      blockNumber: null,
    }),
    eth_getTransactionReceipt: () => (state.block > state.minedAt ? receiptAt(state.minedAt) : null),
    personal_sign: async ([message]) => {
      const text = hexToString(message as Hex)
      wallet.signed.push(text)
      await decide(wallet.answer.sign)
      return account().signMessage({ message: text })
    },
    eth_signTypedData_v4: async ([, data]) => {
      wallet.signed.push(data as string)
      await decide(wallet.answer.sign)
      return account().signTypedData(JSON.parse(data as string))
    },
  }

  await context.exposeFunction('askWallet', async (method: string, params: unknown[] = []) => {
    wallet.asked.push(method)
    const answer = methods[method]
    if (!answer) return { error: { code: 4200, message: `The test wallet does not speak ${method}.` } }
    try {
      return { result: await answer(params) }
    } catch (error) {
      return { error }
    }
  })
  await context.addInitScript(announceWallet, WALLET_ID)
  return wallet
}

const TRANSACTION = `0x${'ab'.repeat(32)}`

function receiptAt(block: number) {
  return {
    transactionHash: TRANSACTION,
    transactionIndex: '0x0',
    blockHash: `0x${'cd'.repeat(32)}`,
    blockNumber: `0x${block.toString(16)}`,
    status: '0x1',
    type: '0x2',
    logs: [],
    gasUsed: '0x5208',
    cumulativeGasUsed: '0x5208',
    effectiveGasPrice: '0x1',
  }
}

function decide(answer: Answer): Promise<void> {
  if (answer === 'never') return new Promise(() => {})
  return answer === 'approve' ? Promise.resolve() : Promise.reject(errors[answer])
}

/** Runs in the page before anything else, as an extension's script would. */
function announceWallet(rdns: string): void {
  const listeners: Record<string, Set<(detail: unknown) => void>> = {}
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown[] }) => {
      const { result, error } = await window.askWallet(method, params)
      if (error) throw Object.assign(new Error(error.message), { code: error.code })
      return result
    },
    on: (event: string, listener: (detail: unknown) => void) => {
      listeners[event] ??= new Set()
      listeners[event].add(listener)
    },
    removeListener: (event: string, listener: (detail: unknown) => void) =>
      listeners[event]?.delete(listener),
  }
  window.emitFromWallet = (event, detail) => {
    for (const listener of [...(listeners[event] ?? [])]) listener(detail)
  }
  const info = {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Test wallet',
    rdns,
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
  }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

declare global {
  interface Window {
    askWallet(method: string, params?: unknown[]): Promise<{ result?: unknown; error?: WalletError }>
    emitFromWallet(event: string, detail: unknown): void
  }
}
