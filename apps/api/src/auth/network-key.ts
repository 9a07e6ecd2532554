import type { NetworkKey as PublishedKey } from '@infra/protocol/signatures/network-keys'
import { desc, sql } from 'drizzle-orm'
import { type Address, getAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Db } from '../db/client.ts'
import { networkKey, retiredNetworkKeys } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import { signHash } from './signatures.ts'

/** How long a process may still sign with the old key after another process made a new one. */
const REREAD_SECONDS = 60

interface Signer {
  address: Address
  sign: (hash: Uint8Array) => Hex
}

/** The key that countersigns receipts. */
export type NetworkKey = () => Promise<Signer>

/** Stored in the database so that every API process has the same key; the first process creates it. */
export function networkKeyIn(db: Db, now: () => Date): NetworkKey {
  const read = () => readOrCreate(db).then(signerOf)
  return memoizeForMs(REREAD_SECONDS * 1000, read, () => now().getTime())
}

async function readOrCreate(db: Db): Promise<Hex> {
  const [row] = await db.select().from(networkKey)
  if (row) return row.privateKey as Hex
  await db.insert(networkKey).values({ privateKey: generatePrivateKey() }).onConflictDoNothing()
  return readOrCreate(db)
}

function signerOf(key: Hex): Signer {
  return { address: privateKeyToAddress(key), sign: (hash) => signHash(hash, key) }
}

/** The current key comes first. */
export async function listNetworkKeys(db: Db): Promise<PublishedKey[]> {
  const { address } = signerOf(await readOrCreate(db))
  const retired = await db.select().from(retiredNetworkKeys).orderBy(desc(retiredNetworkKeys.until))
  return [{ address, until: null }, ...retired.map((key) => ({ ...key, address: getAddress(key.address) }))]
}

/** Makes a new key. Only the address of the old one is kept, so that everyone can check what it signed. */
export async function rotateNetworkKey(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    const { address } = signerOf(await readOrCreate(tx))
    const until = sql`now() + make_interval(secs => ${REREAD_SECONDS})`
    await tx.insert(retiredNetworkKeys).values({ address, until })
    await tx.update(networkKey).set({ privateKey: generatePrivateKey() })
  })
}
