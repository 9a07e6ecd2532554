import { type Address, numberToHex } from 'viem'

export const alice: Address = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
export const bob: Address = '0x00000000000000000000000000000000000000b0'

type Listener = (detail: unknown) => void

/** A fake wallet that responds as MetaMask does unless `answers` says otherwise. */
export interface FakeWallet {
  provider: FakeProvider
  /** The requested methods, in order. */
  asked: string[]
  /** Overridden answers, by method. */
  answers: Map<string, (params: readonly unknown[]) => unknown>
  choose(...accounts: Address[]): void
  moveTo(chainId: number): void
  /** Announces itself by EIP-6963, now and whenever asked. */
  announce(): void
  withdraw(): void
}

interface FakeProvider {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
}

interface Facts {
  name?: string
  rdns?: string
  icon?: string
  accounts?: Address[]
  chainId?: number
  /** Whether the user has given this site access to the accounts before. */
  permitted?: boolean
}

export function createFakeWallet(facts: Facts = {}): FakeWallet {
  const { name = 'Fox', rdns = 'io.fox', icon = 'data:image/svg+xml,<svg/>' } = facts
  let { accounts = [alice], chainId = 1, permitted = false } = facts
  const listeners = new Map<string, Set<Listener>>()
  const answers: FakeWallet['answers'] = new Map()
  const asked: string[] = []
  const emit = (event: string, detail: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(detail)
  }
  const permit = () => {
    permitted = true
    return accounts
  }
  const moveTo = (id: number) => {
    chainId = id
    emit('chainChanged', numberToHex(id))
  }

  const usual: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_chainId: () => numberToHex(chainId),
    eth_accounts: () => (permitted ? accounts : []),
    eth_requestAccounts: permit,
    wallet_requestPermissions: () => [{ caveats: [{ value: permit() }] }],
    wallet_revokePermissions() {
      permitted = false
      emit('accountsChanged', [])
      return null
    },
    wallet_switchEthereumChain([target]) {
      moveTo(Number((target as { chainId: string }).chainId))
      return null
    },
  }

  const provider: FakeProvider = {
    async request({ method, params = [] }) {
      asked.push(method)
      const answer = answers.get(method) ?? usual[method]
      if (!answer) throw Object.assign(new Error(`Fox does not know ${method}.`), { code: 4200 })
      return answer(params)
    },
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
  const detail = Object.freeze({ info: { uuid: crypto.randomUUID(), name, rdns, icon }, provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))

  return {
    provider,
    asked,
    answers,
    moveTo,
    choose(...chosen) {
      accounts = chosen
      emit('accountsChanged', chosen)
    },
    announce() {
      window.addEventListener('eip6963:requestProvider', announce)
      announce()
    },
    withdraw: () => window.removeEventListener('eip6963:requestProvider', announce),
  }
}

/** A failure as wallets throw it. */
export function walletFailure(code: number, message: string): Error {
  return Object.assign(new Error(message), { code })
}

/** A request that the user never answers. */
export function silence(): Promise<never> {
  return new Promise(() => {})
}
