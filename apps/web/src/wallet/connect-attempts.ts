import { answerOf } from './classify-decline.ts'
import { problemOf, type WalletProblem, wordsOf } from './wallet-error.ts'
import type { WalletOption, WalletPort } from './wallet-port.ts'

export type Attempt =
  | { phase: 'choosing' }
  /** `link` is what a WalletConnect wallet scans. */
  | { phase: 'waiting'; wallet: WalletOption; chainId?: number; link?: string }
  | { phase: 'failed'; wallet: WalletOption; chainId?: number; problem: WalletProblem; words?: string }
  /** The wallet answered, but from a chain that is refused. */
  | { phase: 'wrong_chain'; wallet: WalletOption }

export const choosing: Attempt = { phase: 'choosing' }

/** How long WalletConnect may take to have a link to scan. It would try for ever. */
export const LINK_DEADLINE_MS = 20_000

export interface Attempts {
  /** Asks a wallet. Does not fail: how it went is the attempt shown. */
  start(id: string, chainId?: number): Promise<void>
  /** Stops waiting, at once, whatever the wallet is doing. */
  cancel(): void
}

interface Stage {
  port: Pick<WalletPort, 'connect' | 'abandonConnect' | 'options'>
  show: (attempt: Attempt) => void
  /** The wallet agreed; what it agreed to may still have to be refused. */
  onAgreed: () => void
  now?: () => number
}

export function createAttempts({ port, show, onAgreed, now = Date.now }: Stage): Attempts {
  /** What each wallet was asked and has not answered, whether or not anyone still waits for it. */
  const open = new Map<string, number>()
  let latest = 0
  let deadline: ReturnType<typeof setTimeout> | undefined

  /** An answer to an attempt that has been given up since must change nothing. */
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

    const fail = (problem: WalletProblem, words?: string) => {
      begin()
      // A wallet with an open request will answer that one, and the answer is as good as one to this.
      if (problem !== 'pending') port.abandonConnect()
      show({ phase: 'failed', wallet, chainId, problem, words })
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
      const problem = answerOf(problemOf(error), { hasOpenRequest, tookMs: now() - askedAtMs })
      if (isLatest()) fail(problem, wordsOf(error))
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
