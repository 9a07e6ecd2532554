import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** 32 bytes in hexadecimal. */
const WRITTEN = /\b0x[0-9a-f]{64}\b/i
/** An account whose key is computed from something in the source. */
const COMPUTED =
  /privateKeyTo(?:Account|Address)\(\s*(?:keccak256|sha256|ripemd160|toHex|stringToHex|pad|['"`])/

const keysIn = (source: string) => [WRITTEN, COMPUTED].flatMap((key) => source.match(key)?.[0] ?? [])

const sources = globSync(
  '{packages,apps,stack,contracts,e2e,bench,deploy}/**/*.{ts,tsx,js,mjs,json,yaml,env}',
  {
    cwd: ROOT,
    exclude: (path) => /node_modules|(^|\/)(dist[\w-]*|results|generated|\.data\S*)$/.test(path),
  },
).filter((file) => !/\.(test|spec)\.tsx?$/.test(file))

test('[finding S17] the source has no private key', () => {
  expect(sources).toContain('contracts/src/devnet/devnet-keys.ts')
  const found = sources.map((file) => [file, ...keysIn(readFileSync(join(ROOT, file), 'utf8'))])
  expect(found.filter(([, ...keys]) => keys.length > 0)).toEqual([])
})

test('finds a key that is written out or derived from a constant', () => {
  expect(keysIn(`const key = '0x${'5f'.repeat(32)}'`)).toHaveLength(1)
  expect(keysIn("privateKeyToAccount(keccak256(stringToHex('infra devnet faucet')))")).toHaveLength(1)
  expect(keysIn("privateKeyToAccount('0x12')")).toHaveLength(1)
  expect(keysIn('privateKeyToAccount(generatePrivateKey())')).toEqual([])
})
