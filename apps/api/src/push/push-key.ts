import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Db } from '../db/client.ts'
import { pushKey } from '../db/push/push-tables.ts'

/** Push services accept at most 24 hours. */
const SIGNED_FOR_MS = 12 * 3_600_000

const REREAD_MS = 60_000

export interface PushKey {
  /** An uncompressed point in base64url, the format of browsers and push services. */
  publicKey: string
  /** The value of `authorization` for a request to this push service (RFC 8292). */
  authorize: (endpoint: string, now: Date) => Promise<string>
}

/** Stored in the database so that every API process has the same key, because browsers' subscriptions are bound to it. */
export function pushKeyIn(db: Db, publicUrl: URL): () => Promise<PushKey> {
  return memoizeForMs(REREAD_MS, async () => keyOf(await readOrCreate(db), publicUrl))
}

async function readOrCreate(db: Db): Promise<JWK> {
  const [row] = await db.select().from(pushKey)
  if (row) return row.privateJwk
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const made = { privateJwk: await exportJWK(privateKey) }
  await db.insert(pushKey).values(made).onConflictDoNothing()
  return readOrCreate(db)
}

async function keyOf(jwk: JWK, publicUrl: URL): Promise<PushKey> {
  const privateKey = await importJWK(jwk, 'ES256')
  const point = [Buffer.of(4), Buffer.from(jwk.x!, 'base64url'), Buffer.from(jwk.y!, 'base64url')]
  const publicKey = Buffer.concat(point).toString('base64url')
  // Whom the push service may contact about problems. It only accepts https and mailto.
  const subject = publicUrl.protocol === 'https:' ? { sub: publicUrl.origin } : {}
  return {
    publicKey,
    authorize: async (endpoint, now) => {
      const token = await new SignJWT(subject)
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(new URL(endpoint).origin)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + SIGNED_FOR_MS))
        .sign(privateKey)
      return `vapid t=${token}, k=${publicKey}`
    },
  }
}
