import { recover, signRecoverable } from 'tiny-secp256k1'
import { type Address, bytesToHex, type Hex, hexToBytes } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'

/**
 * Signatures over a hash, as wallets make them. viem's are written in JavaScript and cost four milliseconds a receipt, more
 * than all the rest of finishing a job; these are libsecp256k1 compiled to WebAssembly, and cost a sixth of it.
 */
export function signHash(hash: Hex, privateKey: Hex): Hex {
  const { signature, recoveryId } = signRecoverable(hexToBytes(hash), hexToBytes(privateKey))
  return `${bytesToHex(signature)}${recoveryId === 0 ? '1b' : '1c'}`
}

/** Whose signature it is; nobody's, where it is none. */
export function signerOf(hash: Hex, signature: Hex): Address | undefined {
  const bytes = hexToBytes(signature)
  const recoveryId = bytes[64]! - 27
  if (bytes.length !== 65 || (recoveryId !== 0 && recoveryId !== 1)) return undefined
  try {
    const publicKey = recover(hexToBytes(hash), bytes.slice(0, 64), recoveryId, false)
    return publicKey ? publicKeyToAddress(bytesToHex(publicKey)) : undefined
  } catch {
    // Numbers that are on no curve.
    return undefined
  }
}
