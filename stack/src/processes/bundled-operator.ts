import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@infra/protocol/client'
import { createLinkToken } from '@infra/protocol/nodes'
import { exchangeSignature, requestChallenge } from '@infra/protocol/sessions'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'

/**
 * The account that owns this machine's node. It has its own wallet, in the data folder, and uses the same endpoints as everyone: it signs
 * in and requests a token to link a machine. Import the key into a wallet to spend what it earns.
 */
export async function linkTokenOfOperator(api: string, dataDir: string): Promise<string> {
  const account = privateKeyToAccount(await readOrCreateKey(dataDir))
  const visitor = createClient({ prefix: api })
  const { message } = await visitor(requestChallenge, { body: { userId: account.address } })
  const signature = await account.signMessage({ message })
  const { accessToken } = await visitor(exchangeSignature, { body: { userId: account.address, signature } })
  const call = createClient({ prefix: api, headers: () => ({ authorization: `Bearer ${accessToken}` }) })
  const { token } = await call(createLinkToken)
  return token
}

/** Its address, before the API is running: strangers' nodes are compared with the network's own node. */
export async function addressOfOperator(dataDir: string): Promise<string> {
  return privateKeyToAddress(await readOrCreateKey(dataDir))
}

async function readOrCreateKey(dataDir: string): Promise<Hex> {
  const path = join(dataDir, 'operator.key')
  const known = await readFile(path, 'utf8').catch(() => undefined)
  if (known) return known.trim() as Hex
  const key = generatePrivateKey()
  await mkdir(dataDir, { recursive: true })
  // Renamed into place when complete: half a key would be a different key.
  await writeFile(`${path}.new`, `${key}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return key
}
