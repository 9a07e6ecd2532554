import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** The node's own key pair, made at the first start. Whoever has the file is this node. */
export async function openNodeKey(dataDir: string): Promise<PrivateKeyAccount> {
  return (await findNodeKey(dataDir)) ?? privateKeyToAccount(await createKey(dataDir))
}

export async function findNodeKey(dataDir: string): Promise<PrivateKeyAccount | undefined> {
  const text = await readFile(keyFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  if (!/^0x[0-9a-f]{64}\s*$/.test(text))
    throw new Error(
      `${keyFile(dataDir)} holds no key. Put the real one back, or move the file away for a new one.`,
    )
  return privateKeyToAccount(text.trim() as Hex)
}

function keyFile(dataDir: string): string {
  return join(dataDir, 'node.key')
}

async function createKey(dataDir: string): Promise<Hex> {
  await mkdir(dataDir, { recursive: true })
  const key = generatePrivateKey()
  const fresh = `${keyFile(dataDir)}.new`
  const file = await open(fresh, 'w', 0o600)
  await file.writeFile(`${key}\n`)
  await file.sync()
  await file.close()
  // Renamed into place whole: half a key would be nobody's.
  await rename(fresh, keyFile(dataDir))
  const folder = await open(dataDir, 'r')
  await folder.sync()
  await folder.close()
  return key
}
