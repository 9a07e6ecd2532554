import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { PushSubscription } from '@infra/protocol/jobs/push'

/** More than any message of ours, and accepted by every push service. */
const RECORD_BYTES = 4_096

/** From a subscription: the browser's public key, and a secret that it shares with us. */
type Keys = PushSubscription['keys']

/** Encrypts a message for one browser, so that its push service cannot read it: RFC 8291, with `aes128gcm` of RFC 8188. */
export function encryptPush(message: string, keys: Keys, random = freshRandom()): Buffer {
  const { ecdh, salt } = random
  const theirs = Buffer.from(keys.p256dh, 'base64url')
  const ours = ecdh.getPublicKey()
  const shared = ecdh.computeSecret(theirs)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = derive(shared, { salt: Buffer.from(keys.auth, 'base64url'), info, bytes: 32 })
  const key = derive(secret, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), bytes: 16 })
  const nonce = derive(secret, { salt, info: Buffer.from('Content-Encoding: nonce\0'), bytes: 12 })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The byte after the message marks the last record, and there is only this one.
  const body = Buffer.concat([cipher.update(message), cipher.update(Buffer.of(2)), cipher.final()])
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_BYTES)
  head.writeUInt8(ours.length, 4)
  return Buffer.concat([salt, head, ours, body, cipher.getAuthTag()])
}

/** Whether it's a point on the curve; nothing can be encrypted with any other. */
export function isPublicKey(p256dh: string): boolean {
  try {
    const { ecdh } = freshRandom()
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

/** New for each message. */
function freshRandom() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { ecdh, salt: randomBytes(16) }
}

function derive(key: Buffer, { salt, info, bytes }: { salt: Buffer; info: Buffer; bytes: number }): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
}
