import { hash as digest } from 'node:crypto'
import { recover, signRecoverable } from 'tiny-secp256k1'
import type { Hex } from 'viem'

/**
 * Signatures over a hash, as wallets make them. viem's are written in JavaScript and cost four milliseconds per receipt, more than the rest
 * of finishing a job; libsecp256k1 compiled to WebAssembly costs a sixth of that.
 */
export function signHash(hash: Uint8Array, privateKey: Hex): Hex {
  const { signature, recoveryId } = signRecoverable(hash, bytesOf(privateKey))
  return `0x${Buffer.from(signature).toString('hex')}${recoveryId === 0 ? '1b' : '1c'}`
}

/** The address that signed, in lowercase; undefined if the signature is invalid. */
export function signerOf(hash: Uint8Array, signature: Hex): Hex | undefined {
  const bytes = bytesOf(signature)
  const recoveryId = bytes[64]! - 27
  if (bytes.length !== 65 || (recoveryId !== 0 && recoveryId !== 1)) return undefined
  try {
    const publicKey = recover(hash, bytes.subarray(0, 64), recoveryId, false)
    return publicKey ? `0x${keccak256(publicKey.subarray(1)).toString('hex', 12)}` : undefined
  } catch {
    // Not a point on the curve.
    return undefined
  }
}

/** Uses OpenSSL, which is ten times as fast as an implementation in JavaScript. */
export function keccak256(bytes: Uint8Array | string): Buffer {
  return digest('KECCAK-256', bytes, 'buffer')
}

export function bytesOf(hex: Hex): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
}
