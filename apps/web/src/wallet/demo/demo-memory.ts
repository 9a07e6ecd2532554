import type { Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'

const KEY = 'infra.demo-wallet'

export interface DemoMemory {
  /**
   * Readable by every script of this origin, as no real key may ever be. It is worth nothing: the demo wallet
   * refuses every transaction that is not for a development chain.
   */
  privateKey: Hex
  connected: boolean
  chainId: number
}

/** The stored state of the demo wallet, or a new key. */
export function recallDemo(defaultChainId: number): DemoMemory {
  const found = readDemo()
  return {
    privateKey: isPrivateKey(found?.privateKey) ? found.privateKey : generatePrivateKey(),
    connected: found?.connected === true,
    chainId: typeof found?.chainId === 'number' ? found.chainId : defaultChainId,
  }
}

export function keepDemo(memory: DemoMemory): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(memory))
  } catch {
    // Storage is blocked or full: the wallet lasts as long as the page.
  }
}

function readDemo(): Partial<Record<keyof DemoMemory, unknown>> | undefined {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return typeof found === 'object' && found !== null ? found : undefined
  } catch {
    return undefined
  }
}

function isPrivateKey(given: unknown): given is Hex {
  return typeof given === 'string' && /^0x[0-9a-f]{64}$/i.test(given)
}
