import { LINK_DEADLINE_MS } from '../connect-attempts.ts'
import type { WalletConfiguration } from '../wallet-configuration.ts'
import type { WalletProblem } from '../wallet-error.ts'
import type { WalletState } from '../wallet-state.ts'

/** The sentence that says what happens and what to do. Screen readers announce it whenever it changes. */
export function connectMessage(state: WalletState, { chains }: Pick<WalletConfiguration, 'chains'>): string {
  const { attempt } = state
  switch (attempt.phase) {
    case 'choosing':
      if (state.connected && !state.chain.supported) return wrongChain(chains[0].name)
      if (state.options.length === 0) return 'No wallet was found in this browser.'
      return 'Choose the wallet that holds your account. Infra sees its address and never its keys.'
    case 'waiting':
      return attempt.wallet.kind === 'walletconnect'
        ? waitingForPhone(attempt.link)
        : waiting(attempt.wallet.name)
    case 'wrong_chain':
      return wrongChain(chains[0].name)
    case 'failed':
      return problems[attempt.problem](attempt.wallet.name, attempt.walletMessage)
  }
}

function waiting(name: string): string {
  return `Waiting for ${name}. Approve the request in its own window; if it is locked, it asks for its password first.`
}

function waitingForPhone(link: string | undefined): string {
  return link ? 'Scan this code with the wallet on your phone.' : 'Reaching the WalletConnect relay.'
}

function wrongChain(name: string): string {
  return `Your wallet is on a network that Infra does not use. Switch it to ${name} to go on.`
}

const problems: Record<WalletProblem, (name: string, walletMessage?: string) => string> = {
  rejected: (name) => `You declined the request in ${name}. Nothing was shared.`,
  pending: (name) =>
    `${name} has a request open already. Look for the wallet's own window, behind this one or under its icon in the toolbar, and answer it there.`,
  missing: (name) =>
    `${name} is not there any more. Check that its extension is turned on, then reload the page.`,
  unreachable: () =>
    `The WalletConnect relay did not answer within ${LINK_DEADLINE_MS / 1000} seconds. Check your connection, and anything that blocks requests.`,
  wrong_chain: (name) => `${name} stayed on another network.`,
  not_connected: failed,
  cancelled: failed,
  replaced: failed,
  failed,
}

function failed(name: string, walletMessage?: string): string {
  return walletMessage
    ? `${name} could not be linked. It said: ${walletMessage}`
    : `${name} could not be linked.`
}
