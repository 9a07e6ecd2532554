import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requestNodeChallenge, startNodeSession } from '@infra/protocol/nodes'
import { nodeChallengeText } from '@infra/protocol/signatures/node-challenge'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { agentHarness } from '../test/agent-harness.ts'
import { findNodeKey, keyFileName } from './node-key.ts'

const harness = agentHarness()

/** Signs in to the network at this origin, then stops. */
async function signIn(origin: string, dataDir: string): Promise<string> {
  harness.network.on(requestNodeChallenge, ({ body }) => ({
    message: nodeChallengeText(body.node, new URL(origin), '0'.repeat(32)),
  }))
  const agent = await harness.start({ NETWORK_URL: origin, NODE_DATA_DIR: dataDir })
  await Promise.race([agent.ready, agent.ended])
  await agent.stop()
  return harness.greeting().node
}

const keyFiles = async (dataDir: string) =>
  (await readdir(dataDir)).filter((name) => name.includes('key')).toSorted()

test.for([
  ['https://infra.example', 'node-https-infra.example.key'],
  ['http://infra.example', 'node-http-infra.example.key'],
  ['https://infra.example:8443', 'node-https-infra.example%3A8443.key'],
  ['https://infra.example-8443', 'node-https-infra.example-8443.key'],
  ['http://s-infra.example', 'node-http-s-infra.example.key'],
  ['https://[2001:db8::1]', 'node-https-%5B2001%3Adb8%3A%3A1%5D.key'],
  ['https://localhost.infra.example', 'node-https-localhost.infra.example.key'],
  ['http://localhost:8080', 'node-localhost.key'],
  ['https://127.0.0.1', 'node-localhost.key'],
  ['http://[::1]:9', 'node-localhost.key'],
] as const)('[finding S15] the key for %s is kept in %s', ([network, name]) => {
  expect(keyFileName(new URL(network))).toBe(name)
})

test('[finding S15] a node has its own key for each network, and keeps it', async () => {
  const dataDir = await harness.dataDir()
  const one = await signIn('https://one.example', dataDir)
  const other = await signIn('https://other.example', dataDir)

  expect(one).not.toBe(other)
  expect(await keyFiles(dataDir)).toEqual(['node-https-one.example.key', 'node-https-other.example.key'])
  expect(await signIn('https://one.example', dataDir)).toBe(one)
  expect(await signIn('https://other.example', dataDir)).toBe(other)
})

test('[finding S15] a key from an earlier version stays with the first network that the node signs in to', async () => {
  const dataDir = await harness.dataDir()
  const key = generatePrivateKey()
  await writeFile(join(dataDir, 'node.key'), `${key}\n`, { mode: 0o600 })

  expect(await signIn('https://one.example', dataDir)).toBe(privateKeyToAddress(key))
  expect(await keyFiles(dataDir)).toEqual(['node-https-one.example.key'])
  const file = join(dataDir, 'node-https-one.example.key')
  expect(await readFile(file, 'utf8')).toBe(`${key}\n`)
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  expect(await signIn('https://other.example', dataDir)).not.toBe(privateKeyToAddress(key))
  expect(await signIn('https://one.example', dataDir)).toBe(privateKeyToAddress(key))
})

test('[finding S15] an old key is not assigned to a network that the node doesn’t sign in to', async () => {
  const dataDir = await harness.dataDir()
  const key = generatePrivateKey()
  await writeFile(join(dataDir, 'node.key'), key)
  // As after an upgrade, with an API_URL that differs from the network's own name.
  const agent = await harness.start({ NETWORK_URL: 'https://www.one.example', NODE_DATA_DIR: dataDir })
  await expect(Promise.race([agent.ready, agent.ended])).rejects.toThrow('not to https://www.one.example')
  expect(harness.network.at(startNodeSession)).toEqual([])
  expect(await keyFiles(dataDir)).toEqual(['node.key'])

  // Reading the key changes nothing.
  const network = new URL('https://one.example')
  expect((await findNodeKey({ dataDir, network }))?.address).toBe(privateKeyToAddress(key))
  expect(await keyFiles(dataDir)).toEqual(['node.key'])
  expect(await signIn('https://one.example', dataDir)).toBe(privateKeyToAddress(key))
})

test('a file without a valid key is left alone and named in the error', async () => {
  for (const name of ['node.key', 'node-localhost.key']) {
    const dataDir = await harness.dataDir()
    await writeFile(join(dataDir, name), '0x12')
    const { ended } = await harness.start({ NODE_DATA_DIR: dataDir })
    await expect(ended).rejects.toThrow(`${join(dataDir, name)} holds no key.`)
    expect(await keyFiles(dataDir)).toEqual([name])
  }
})
