import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { z } from 'zod'

const key = z.string().regex(/^0x[0-9a-f]{64}$/)
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const KeyFile = z.strictObject({ deployer: key, faucet: key, token: address, staking: address })

/** The private keys of one devnet, and the addresses of the contracts that its deployer creates. */
export type DevnetKeys = Record<keyof z.infer<typeof KeyFile>, Hex>

const nameIn = (folder: string) => join(folder, 'keys.json')

/** The keys in a devnet's folder; where there are none yet, new random ones are made and kept there. */
export async function openDevnetKeys(folder: string): Promise<DevnetKeys> {
  const text = await readFile(nameIn(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text !== undefined) return parse(text, nameIn(folder))
  const keys = await generateDevnetKeys()
  await keep(keys, folder)
  return keys
}

function parse(text: string, path: string): DevnetKeys {
  try {
    return KeyFile.parse(JSON.parse(text)) as DevnetKeys
  } catch {
    throw new Error(
      `${path} does not hold a devnet's keys. Put the right file back, or move this one away to start a new devnet.`,
    )
  }
}

export async function generateDevnetKeys(): Promise<DevnetKeys> {
  // Loaded only now: it takes a while, and `npm start` needs the addresses at once each time after the first.
  const [{ getContractAddress }, { generatePrivateKey, privateKeyToAddress }] = await Promise.all([
    import('viem'),
    import('viem/accounts'),
  ])
  const deployer = generatePrivateKey()
  const from = privateKeyToAddress(deployer)
  return {
    deployer,
    faucet: generatePrivateKey(),
    // By the deployer's first two transactions.
    token: getContractAddress({ from, nonce: 0n }),
    staking: getContractAddress({ from, nonce: 1n }),
  }
}

async function keep(keys: DevnetKeys, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const path = nameIn(folder)
  const file = await open(`${path}.new`, 'w', 0o600)
  await file.writeFile(`${JSON.stringify(keys, null, 2)}\n`)
  await file.sync()
  await file.close()
  // Renamed into place, so that a kill leaves a whole file or none.
  await rename(`${path}.new`, path)
}
