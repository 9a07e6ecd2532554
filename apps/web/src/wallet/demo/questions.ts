import { type Address, formatEther, type Hex, hexToBytes } from 'viem'
import type { WalletChain } from '../wallet-configuration.ts'
import type { Question } from './approvals.ts'

export function connectQuestion(address: Address): Question {
  return {
    kind: 'connect',
    title: 'Link the demo wallet?',
    lead: 'This page will see the address of a throw-away account that’s stored in this browser.',
    content: address,
  }
}

export function messageQuestion(raw: Hex): Question {
  return {
    kind: 'sign',
    title: 'Sign this message?',
    lead: 'Signing costs nothing and moves nothing.',
    content: readable(raw),
  }
}

export function typedDataQuestion(data: unknown): Question {
  return {
    kind: 'sign',
    title: 'Sign this data?',
    lead: 'Signing costs nothing, but it may allow somebody to do what is written here.',
    content: JSON.stringify(data, null, 2),
  }
}

interface Transaction {
  to?: Hex
  value?: bigint
  data?: Hex
}

export function transactionQuestion(chain: WalletChain, { to, value = 0n, data }: Transaction): Question {
  return {
    kind: 'send',
    title: 'Send this transaction?',
    lead: `It goes to ${chain.name}, whose tokens are worthless.`,
    content: [
      `To     ${to ?? 'a new contract'}`,
      `Value  ${formatEther(value)} ETH`,
      `Data   ${data ?? 'none'}`,
    ].join('\n'),
  }
}

/** The message as text, if it is text. */
function readable(raw: Hex): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(raw))
  } catch {
    return raw
  }
}
