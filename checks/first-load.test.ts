import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = posix.join(import.meta.dirname, '../apps/web/src')
const STATIC_IMPORT =
  /^(?:import|export) (?!type\b)(?:[\w*$]+(?: as \w+)?,? )?(?:\{[^}]*\} )?(?:from )?'([^'?]+)/gm

/** What the browser loads with this file of the web app: its static imports, and theirs. Packages are listed by name. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  if (!/\.tsx?$/.test(file)) return loaded
  for (const [, address] of readFileSync(posix.join(SOURCES, file), 'utf8').matchAll(STATIC_IMPORT)) {
    if (address!.startsWith('.')) loadedWith(posix.join(posix.dirname(file), address!), loaded)
    else loaded.add(address!)
  }
  return loaded
}

test('whether a wallet was linked is known on the first load without any wallet code', () => {
  const isWalletCode = (name: string) => /^(wallet\/|viem\b|account\/wallets)/.test(name)
  expect([...loadedWith('main.tsx')].filter(isWalletCode).toSorted()).toEqual([
    'wallet/stored-wallet.ts',
    'wallet/was-connected.ts',
  ])
  expect([...loadedWith('account/wallets.tsx')].filter(isWalletCode)).toContain('wallet/create-wallet.ts')
})
