import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { exportJWK, generateKeyPair, importJWK } from 'jose'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Db } from '../db/client.ts'
import { signingKeys } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'

export const ALGORITHM = 'ES256'

/** How long it may take until a process reads that another one made or retired a key. */
const REREAD_MS = 60_000

/** Tokens with unknown keys query the database at most this often. */
const REREAD_UNKNOWN_MS = 1_000

/** Any number, the same for every API process. */
const KEY_LOCK = 4_632_002

interface SigningKey {
  kid: string
  privateKey: CryptoKey
  publicKey: CryptoKey
  retiresAt: Date | null
}

export interface SigningKeys {
  /** The newest key, which signs new tokens. */
  newest: () => Promise<SigningKey>
  /** The key that a token names, as long as it may be used. */
  find: (kid: string | undefined) => Promise<SigningKey | undefined>
}

/** The keys that sign tokens. They're in the database, so that every API process has the same. */
export function signingKeysIn(db: Db, now: () => Date): SigningKeys {
  // Callers share one read, because after a restart a thousand come at the same moment.
  const all = memoizeForMs(
    REREAD_MS,
    () => readOrCreateKeys(db, now()),
    () => now().getTime(),
  )
  const read = async (ageMax?: number) =>
    (await all(ageMax)).filter(({ retiresAt }) => retiresAt === null || retiresAt > now())

  return {
    newest: async () => (await read())[0]!,
    find: async (kid) => {
      const named = (keys: SigningKey[]) => keys.find((key) => key.kid === kid)
      // An unknown key may have been made by another process a moment ago.
      return named(await read()) ?? named(await read(REREAD_UNKNOWN_MS))
    },
  }
}

async function readOrCreateKeys(db: Db, now: Date): Promise<SigningKey[]> {
  return transaction(db, async (tx) => {
    // Two processes that start together on an empty database must not each make a key of their own.
    await tx.execute(sql`select pg_advisory_xact_lock(${KEY_LOCK})`)
    const rows = await tx.select().from(signingKeys).orderBy(sql`${signingKeys.createdAt} desc`)
    const usable = rows.filter((row) => row.retiresAt === null)
    if (usable.length === 0) rows.unshift(await insertKey(tx, now))
    return Promise.all(
      rows.map(async ({ kid, privateJwk: { d, ...publicJwk }, retiresAt }) => ({
        kid,
        retiresAt,
        privateKey: (await importJWK({ ...publicJwk, d }, ALGORITHM)) as CryptoKey,
        publicKey: (await importJWK(publicJwk, ALGORITHM)) as CryptoKey,
      })),
    )
  })
}

/** Makes a new key. The keys before it stay valid for `overlapMs`, so that nobody is signed out. */
export async function rotateSigningKey(db: Db, now: Date, overlapMs: number): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${KEY_LOCK})`)
    await tx
      .update(signingKeys)
      .set({ retiresAt: new Date(now.getTime() + overlapMs) })
      .where(sql`${signingKeys.retiresAt} is null`)
    await insertKey(tx, now)
  })
}

async function insertKey(db: Db, now: Date): Promise<typeof signingKeys.$inferSelect> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const [row] = await db
    .insert(signingKeys)
    .values({ kid: randomUUID(), privateJwk: await exportJWK(privateKey), createdAt: now })
    .returning()
  return row!
}
