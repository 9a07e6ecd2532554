import { randomBytes } from 'node:crypto'
import { SIGN_IN_STATEMENT } from '@infra/protocol/sessions'
import { getAddress, type Hex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import type { Config } from '../config.ts'
import { CHALLENGE_MS } from './session-rules.ts'

/** The whole EIP-4361 message. Only the address in it comes from the request. */
export function challengeMessage(
  { publicUrl, wallet }: Pick<Config, 'publicUrl' | 'wallet'>,
  address: Hex,
  now: Date,
): { nonce: string; message: string; expiresAt: Date } {
  // 128 bits from the system, because viem's own nonce is predictable.
  const nonce = randomBytes(16).toString('hex')
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS)
  const message = createSiweMessage({
    address: getAddress(address),
    chainId: wallet.chains[0]!.id,
    domain: publicUrl.host,
    expirationTime: expiresAt,
    issuedAt: now,
    nonce,
    scheme: publicUrl.protocol.slice(0, -1),
    statement: SIGN_IN_STATEMENT,
    uri: publicUrl.origin,
    version: '1',
  })
  return { nonce, message, expiresAt }
}
