import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exchangeSignature, requestChallenge } from '@infra/protocol/sessions'
import { concat, encodeAbiParameters, getContractAddress, type Hex, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { onFinished } from '../test/on-finished.ts'
import { signInSomeone } from '../test/person.ts'
import { loopbackChain } from '../test/servers/loopback-chain.ts'
import { startTestApi } from '../test/start-test-api.ts'

/** An account whose `isValidSignature` accepts everything: it returns the magic value of EIP-1271. */
const YES: Hex = '0x631626ba7e60e01b60005260206000f3'
/** An account that accepts nothing: it returns zeros. */
const NO: Hex = '0x60206000f3'

const chain = await loopbackChain()
const api = await startTestApi({ env: { RPC_URL: chain.url } })
const offline = await startTestApi({ env: { RPC_URL: 'http://127.0.0.1:9' } })
/** No key made this signature, so only the account's contract can accept it. */
const SIGNATURE: Hex = `0x${'01'.repeat(65)}`

async function signInAs(userId: Hex, signature: Hex, { call } = api) {
  await call(requestChallenge, { body: { userId } })
  return call(exchangeSignature, { body: { userId, signature } })
}

test('a contract account signs in if its contract accepts the signature (EIP-1271)', async () => {
  const [trusting, strict] = [
    '0x1000000000000000000000000000000000000001',
    '0x1000000000000000000000000000000000000002',
  ] as const
  await chain.put(trusting, YES)
  await chain.put(strict, NO)

  await expect(signInAs(trusting, SIGNATURE)).resolves.toMatchObject({ tokenType: 'Bearer' })
  await expect(signInAs(strict, SIGNATURE)).rejects.toMatchObject({ code: 'signature_invalid' })
})

test('an account that is not deployed yet signs in with its deployment (ERC-6492)', async () => {
  const factory = '0x2000000000000000000000000000000000000001' as const
  const initCode = initCodeOf(YES)
  await chain.put(factory, factoryOf(initCode))
  const account = getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt: numberToHex(0, { size: 32 }),
    bytecode: initCode,
  })

  await expect(signInAs(account, deployless(factory))).resolves.toMatchObject({ tokenType: 'Bearer' })
  const stranger = privateKeyToAccount(generatePrivateKey()).address
  await expect(signInAs(stranger, deployless(factory))).rejects.toMatchObject({ code: 'signature_invalid' })
})

test('[A28] simulates a deployment in a signature with eth_call and never sends it', async () => {
  const hostile = '0x2000000000000000000000000000000000000002' as const
  // Reverts after trying to write.
  await chain.put(hostile, '0x600160005560006000fd')
  const victim = privateKeyToAccount(generatePrivateKey()).address
  await expect(signInAs(victim, deployless(hostile))).rejects.toMatchObject({ code: 'signature_invalid' })
  expect(
    chain.methods.filter((method) => !['eth_call', 'eth_getCode', 'eth_chainId'].includes(method)),
  ).toEqual([])
})

test('[A26] without the chain a wallet with a key can sign in, and a contract account is asked to retry', async () => {
  await expect(signInSomeone(offline)).resolves.toMatchObject({ tokens: { tokenType: 'Bearer' } })
  await expect(
    signInAs('0x1000000000000000000000000000000000000001', SIGNATURE, offline),
  ).rejects.toMatchObject({ code: 'dependency_unavailable', retryAfterSeconds: 10 })
})

test.for(['hangs', 'fails'] as const)(
  '[finding X6] a chain that %s at eth_call is reported as unavailable and called once, not once per open message',
  async (how) => {
    const broken = await startBrokenChain(how)
    const waiting = await startTestApi({ env: { RPC_URL: broken.url } })
    const userId = '0x1000000000000000000000000000000000000003' as const
    for (let message = 0; message < 4; message++) await waiting.call(requestChallenge, { body: { userId } })
    await expect(signInAs(userId, SIGNATURE, waiting)).rejects.toMatchObject({
      code: 'dependency_unavailable',
    })
    expect(broken.calls()).toBe(1)
  },
)

/** Starts a chain that has code at every address but doesn't answer calls. */
async function startBrokenChain(how: 'hangs' | 'fails'): Promise<{ url: string; calls: () => number }> {
  let calls = 0
  const server = createServer(async (request, response) => {
    const { id, method } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    if (method !== 'eth_call') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: YES }))
      return
    }
    calls++
    if (how === 'fails') response.writeHead(502).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls }
}

/** Code that deploys `runtime` (at most 32 bytes with its prefix). */
function initCodeOf(runtime: Hex): Hex {
  const size = numberToHex((runtime.length - 2) / 2, { size: 1 })
  return concat(['0x60', size, '0x600c60003960', size, '0x6000f3', runtime])
}

/** A contract that deploys `initCode` by CREATE2 with salt 0 on every call. */
function factoryOf(initCode: Hex): Hex {
  const length = (initCode.length - 2) / 2
  const push = numberToHex(0x5f + length, { size: 1 })
  const [size, offset] = [length, 32 - length].map((value) => numberToHex(value, { size: 1 })) as [Hex, Hex]
  return concat([push, initCode, '0x600052600060', size, '0x60', offset, '0x6000f500'])
}

function deployless(factory: Hex): Hex {
  const wrapped = encodeAbiParameters(
    [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
    [factory, '0x', SIGNATURE],
  )
  return concat([wrapped, `0x${'6492'.repeat(16)}`])
}
