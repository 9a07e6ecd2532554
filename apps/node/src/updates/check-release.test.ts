import { type AgentRelease, agentReleaseTypedData } from '@infra/protocol/signatures/agent-releases'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { checkRelease } from './check-release.ts'

const network = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
const release: AgentRelease = {
  version: '1.0.2-bcccccccccccc',
  integrity: `sha512-${'A'.repeat(86)}==`,
  releasedAt: 2_000,
}
const installed = { version: '1.0.1-baaaaaaaaaaaa', releasedAt: 1_000, signer: network.address }

async function signed(given: AgentRelease = release, account = network) {
  const networkSignature = await account.signTypedData(agentReleaseTypedData(given) as never)
  return { release: given, network: network.address, networkSignature }
}

test('a newer release that the network signed is accepted', async () => {
  expect(await checkRelease(await signed(), installed)).toEqual({ kind: 'take', release })
})

test.for<[string, () => ReturnType<typeof signed>]>([
  ['by a stranger who claims to be the network', () => signed(release, stranger)],
  [
    'with an empty signature',
    async () => ({ ...(await signed()), networkSignature: `0x${'0'.repeat(130)}` as const }),
  ],
  [
    'for another digest',
    async () => ({ ...(await signed()), release: { ...release, integrity: `sha512-${'B'.repeat(86)}==` } }),
  ],
  ['for another version', async () => ({ ...(await signed()), release: { ...release, version: '9.0.0' } })],
  ['for another date', async () => ({ ...(await signed()), release: { ...release, releasedAt: 3_000 } })],
])('[finding S23] a release that is signed %s is refused, whatever is pinned', async ([, make]) => {
  for (const pin of [undefined, '1.0.2', '9.0.0'])
    expect(await checkRelease(await make(), { ...installed, pin })).toMatchObject({
      kind: 'refuse',
      problem: expect.stringContaining(`is not signed by ${network.address}`),
    })
})

test.for<[string, Partial<typeof installed> & { pin?: string }, string]>([
  ['is already running', { version: release.version }, 'keep'],
  ['is older than the running one', { releasedAt: 2_001 }, 'keep'],
  ['isn’t the pinned version', { pin: '1.0.1' }, 'keep'],
  ['only begins like the pinned version', { pin: '1.0' }, 'keep'],
  ['is pinned', { pin: '1.0.2' }, 'take'],
  ['is pinned by its full version', { pin: release.version }, 'take'],
  ['is pinned and older', { pin: '1.0.2', releasedAt: 9_000 }, 'take'],
])('decides whether to take a release that %s', async ([, change, kind]) => {
  expect(await checkRelease(await signed(), { ...installed, ...change })).toMatchObject({ kind })
})
