import { classifyDecline } from './classify-decline.ts'
import type { ShownChain } from './shown-chain.ts'
import { messageOf, problemOf, type WalletProblem } from './wallet-error.ts'
import type { WalletOption, WalletPort } from './wallet-port.ts'

export type ConnectAttempt =
  | { phase: 'choosing' }
  /** `link` is the WalletConnect URI to scan. */
  | { phase: 'waiting'; wallet: WalletOption; chainId?: number; link?: string }
  | {
      phase: 'failed'
      wallet: WalletOption
      chainId?: number
      problem: WalletProblem
      walletMessage?: string
    }
  /** The wallet responded, but from a chain that is refused. */
  | { phase: 'wrong_chain'; wallet: WalletOption; chain: ShownChain }

export const choosing: ConnectAttempt = { phase: 'choosing' }

/** How long WalletConnect may take to produce a link; otherwise it would try forever. */
export const LINK_DEADLINE_MS = 20_000

export interface ConnectAttempts {
  /** Asks a wallet to connect. Never throws: the shown attempt has the outcome. */
  start(id: string, chainId?: number): Promise<void>
  /** Stops waiting at once, whatever the wallet is doing. */
  cancel(): void
}

interface Dependencies {
  port: Pick<WalletPort, 'connect' | 'abandonConnect' | 'options'>
  show: (attempt: ConnectAttempt) => void
  /** The wallet connected; its chain may still have to be refused. */
  onAgreed: () => void
  now?: () => number
}

export function createConnectAttempts({
  port,
  show,
  onAgreed,
  now = Date.now,
}: Dependencies): ConnectAttempts {
  /** How many requests each wallet hasn't responded to, whether or not anyone still waits for them. */
  const open = new Map<string, number>()
  let latest = 0
  let deadline: ReturnType<typeof setTimeout> | undefined

  /** Starts a new attempt. The result of an earlier, abandoned one must not change anything. */
  function begin(): () => boolean {
    const number = ++latest
    clearTimeout(deadline)
    return () => number === latest
  }

  async function start(id: string, chainId?: number) {
    const isLatest = begin()
    const wallet = port.options().find((option) => option.id === id)
    if (!wallet) {
      return show({ phase: 'failed', wallet: { id, name: id, kind: 'announced' }, problem: 'missing' })
    }

    const fail = (problem: WalletProblem, walletMessage?: string) => {
      begin()
      // A wallet with an open request will respond to that one, which serves this attempt too.
      if (problem !== 'pending') port.abandonConnect()
      show({ phase: 'failed', wallet, chainId, problem, walletMessage })
    }

    show({ phase: 'waiting', wallet, chainId })
    if (wallet.kind === 'walletconnect') deadline = setTimeout(() => fail('unreachable'), LINK_DEADLINE_MS)
    const askedAtMs = now()
    const hasOpenRequest = (open.get(id) ?? 0) > 0
    open.set(id, (open.get(id) ?? 0) + 1)
    try {
      await port.connect(id, {
        chainId,
        onLink(link) {
          if (!isLatest()) return
          clearTimeout(deadline)
          show({ phase: 'waiting', wallet, chainId, link })
        },
      })
      if (isLatest()) {
        clearTimeout(deadline)
        onAgreed()
      }
    } catch (error) {
      const problem = classifyDecline(problemOf(error), { hasOpenRequest, tookMs: now() - askedAtMs })
      if (isLatest()) fail(problem, messageOf(error))
    } finally {
      open.set(id, open.get(id)! - 1)
    }
  }

  return {
    start,
    cancel() {
      begin()
      port.abandonConnect()
      show(choosing)
    },
  }
}
