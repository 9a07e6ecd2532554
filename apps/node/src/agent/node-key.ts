import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isThisMachine } from '@infra/protocol/values/this-machine'
import type { Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

interface KeyLocation {
  dataDir: string
  network: URL
}

/** The node's key pair on one network, created at the first start. Anyone who has the file can act as this node there. */
export async function openNodeKey(location: KeyLocation): Promise<PrivateKeyAccount> {
  return (await findNodeKey(location)) ?? privateKeyToAccount(await createKey(location))
}

export async function findNodeKey(location: KeyLocation): Promise<PrivateKeyAccount | undefined> {
  return (await readKey(keyFile(location))) ?? readKey(sharedKeyFile(location))
}

/**
 * Earlier versions had one key for all networks. The first network that the node signs in to gets it, so that the node is still the same
 * there. Only after it has signed in, so that a wrong address doesn't take the key away.
 */
export async function adoptSharedKey(location: KeyLocation): Promise<void> {
  if (await readKey(keyFile(location))) return
  await rename(sharedKeyFile(location), keyFile(location))
  await syncFolder(location.dataDir)
}

/** No host has a `%`, so no two networks share a name. All addresses of this machine are one network. */
export function keyFileName(network: URL): string {
  const name = isThisMachine(network)
    ? 'localhost'
    : `${network.protocol.replace(':', '')}-${encodeURIComponent(network.host)}`
  return `node-${name}.key`
}

function keyFile({ dataDir, network }: KeyLocation): string {
  return join(dataDir, keyFileName(network))
}

function sharedKeyFile({ dataDir }: KeyLocation): string {
  return join(dataDir, 'node.key')
}

async function readKey(file: string): Promise<PrivateKeyAccount | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  if (!/^0x[0-9a-f]{64}\s*$/.test(text))
    throw new Error(`${file} holds no key. Put the real one back, or move the file away for a new one.`)
  return privateKeyToAccount(text.trim() as Hex)
}

async function createKey(location: KeyLocation): Promise<Hex> {
  await mkdir(location.dataDir, { recursive: true })
  const key = generatePrivateKey()
  const fresh = `${keyFile(location)}.new`
  const file = await open(fresh, 'w', 0o600)
  await file.writeFile(`${key}\n`)
  await file.sync()
  await file.close()
  // Renamed into place when complete, so that a crash leaves no half-written key.
  await rename(fresh, keyFile(location))
  await syncFolder(location.dataDir)
  return key
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}
