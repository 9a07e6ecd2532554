import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { Db } from '../db/client.ts'
import { networkKey } from '../db/tables.ts'
import { signHash } from './signatures.ts'

interface Signer {
  address: Address
  sign: (hash: Hex) => Hex
}

/** The key that countersigns receipts. */
export type NetworkKey = () => Promise<Signer>

/** Kept with the data, so that every API process has the same; whoever comes first makes it. */
export function networkKeyIn(db: Db): NetworkKey {
  let signer: Promise<Signer> | undefined
  return () => {
    signer ??= readOrCreate(db)
    signer.catch(() => {
      signer = undefined
    })
    return signer
  }
}

async function readOrCreate(db: Db): Promise<Signer> {
  await db.insert(networkKey).values({ privateKey: generatePrivateKey() }).onConflictDoNothing()
  const [row] = await db.select().from(networkKey)
  const key = row!.privateKey as Hex
  return { address: privateKeyToAddress(key), sign: (hash) => signHash(hash, key) }
}
