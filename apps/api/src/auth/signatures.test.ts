import { hashMessage, recoverAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { bytesOf, signerOf, signHash } from './signatures.ts'

test("viem verifies our signatures and we verify viem's, for 200 keys", async () => {
  for (let turn = 0; turn < 200; turn++) {
    const key = generatePrivateKey()
    const account = privateKeyToAccount(key)
    const hash = hashMessage(`turn ${turn}`)
    expect(await recoverAddress({ hash, signature: signHash(bytesOf(hash), key) })).toBe(account.address)
    expect(signerOf(bytesOf(hash), await account.sign({ hash }))).toBe(account.address.toLowerCase())
  }
})

test.for([
  `0x${'00'.repeat(65)}`,
  `0x${'ff'.repeat(65)}`,
  `0x${'00'.repeat(64)}1b`,
  `0x${'ff'.repeat(64)}1b`,
  `0x${'11'.repeat(64)}1d`,
  '0x11',
] as const)('%s has no signer', (signature) => {
  expect(signerOf(bytesOf(hashMessage('x')), signature)).toBeUndefined()
})
