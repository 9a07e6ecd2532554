import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { greetingOf } from '@infra/hand-node/sign-in'
import { startNodeSession } from '@infra/protocol/nodes'
import { listMyNodes } from '@infra/protocol/nodes/my-nodes'
import { SDK_FOLDER } from '@infra/protocol/pages/bootstrap'
import { agentReleaseTypedData } from '@infra/protocol/signatures/agent-releases'
import { listNetworkKeys } from '@infra/protocol/signatures/network-keys'
import { endNodeUpdate, getAgentRelease, startNodeUpdate } from '@infra/protocol/updates/node-updates'
import { sql } from 'drizzle-orm'
import { type RecoverTypedDataAddressParameters, recoverTypedDataAddress } from 'viem'
import { expect, test } from 'vitest'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { webFolder } from '../test/servers/web-folder.ts'
import { startTestApi } from '../test/start-test-api.ts'

const OLD = '1.0.0-baaaaaaaaaaaa'
const NEW = '1.0.1-bbbbbbbbbbbbb'

/** The environment of an API process that serves this version of the agent. */
async function serving(version: string, letter = 'A') {
  const folder = await webFolder()
  await mkdir(join(folder, SDK_FOLDER), { recursive: true })
  const dist = { integrity: `sha512-${letter.repeat(86)}==`, shasum: '' }
  await writeFile(
    join(folder, SDK_FOLDER, 'node.json'),
    JSON.stringify({ name: '@infra/node', version, dist }),
  )
  for (const name of ['node.tgz', 'install-node.sh']) await writeFile(join(folder, SDK_FOLDER, name), '')
  return { WEB_DIR: folder }
}

const api = await startTestApi({ env: await serving(NEW) })
const { call, deps } = api
const DATABASE_URL = deps.config.databaseUrl
await liftRateLimits(deps)
const elsewhere = await startTestApi({ env: { DATABASE_URL, ...(await serving(NEW)) } })

const nodesOf = (operator: Person, count: number, agentVersion = OLD) =>
  Promise.all(Array.from({ length: count }, () => startNode(api, { operator, agentVersion })))
const ask = (node: TestNode) => node.call(startNodeUpdate, { body: { version: NEW } })
const updateOf = async ({ operator, id }: TestNode) =>
  (await operator.call(listMyNodes)).items.find((node) => node.id === id)!.update

test('a release is signed with the network’s key and has the same date in all processes', async () => {
  const signed = await call(getAgentRelease)
  const signer = await recoverTypedDataAddress({
    ...agentReleaseTypedData(signed.release),
    signature: signed.networkSignature,
  } as RecoverTypedDataAddressParameters)
  const [current] = (await call(listNetworkKeys)).items
  expect(signer).toBe(current!.address)
  expect(signed.release).toMatchObject({ version: NEW, integrity: `sha512-${'A'.repeat(86)}==` })
  expect((await elsewhere.call(getAgentRelease)).release).toEqual(signed.release)
  const older = await startTestApi({ env: { DATABASE_URL, ...(await serving(OLD)) } })
  expect((await older.call(getAgentRelease)).release.releasedAt).toBeGreaterThan(signed.release.releasedAt)
})

test('does not announce other content under a known version', async () => {
  const changed = await startTestApi({ env: { DATABASE_URL, ...(await serving(NEW, 'B')) } })
  await expect(changed.call(getAgentRelease)).rejects.toMatchObject({ code: 'not_found' })
})

test('a network without web pages announces no agent release', async () => {
  const bare = await startTestApi()
  await expect(bare.call(getAgentRelease)).rejects.toMatchObject({ code: 'not_found' })
  const node = await startNode(bare)
  const { newestAgent } = await bare.call(startNodeSession, {
    body: await greetingOf(bare.call, node.account, {}),
  })
  expect(newestAgent).toBeUndefined()
})

test('lets a tenth of an operator’s 50 nodes update at once, and another one when one is done', async () => {
  const operator = await signInSomeone(api)
  const nodes = await nodesOf(operator, 50)
  const calls = await Promise.all(
    nodes.map((node, at) => node.signIn({ agentVersion: OLD }, at % 2 ? elsewhere : api)),
  )
  const body = { version: NEW }
  const answers = await Promise.all(calls.map((callAsNode) => callAsNode(startNodeUpdate, { body })))
  const granted = answers.flatMap(({ isGranted }, at) => (isGranted ? [at] : []))
  expect(granted).toHaveLength(5)
  const waiting = answers.findIndex(({ isGranted }) => !isGranted)
  const again = calls[waiting]!
  expect(await again(startNodeUpdate, { body })).toEqual({ isGranted: false, retryAfterSeconds: 10 })
  const done = await nodes[granted[0]!]!.signIn({ agentVersion: NEW })
  await done(endNodeUpdate, { body })
  expect(await again(startNodeUpdate, { body })).toMatchObject({ isGranted: true })
  // A repeated request is not counted twice.
  expect(await again(startNodeUpdate, { body })).toMatchObject({ isGranted: true })
})

test('an operator’s only node can always update, and a silent one blocks the next only for a while', async () => {
  const operator = await signInSomeone(api)
  const [first, second] = await nodesOf(operator, 2)
  expect(await ask(first!)).toMatchObject({ isGranted: true })
  expect(await ask(second!)).toMatchObject({ isGranted: false })
  await deps.db.execute(
    sql`update nodes set update_until = now() - interval '1 s' where id = ${first!.id.toLowerCase()}`,
  )
  expect(await ask(second!)).toMatchObject({ isGranted: true })
})

test('shows the operator the state of each node’s update, and none for a node run from a checkout', async () => {
  const operator = await signInSomeone(api)
  const [node] = await nodesOf(operator, 1)
  expect(await updateOf(node!)).toEqual({ version: NEW, state: 'available', problem: null })
  await ask(node!)
  expect(await updateOf(node!)).toEqual({ version: NEW, state: 'updating', problem: null })
  await node!.call(endNodeUpdate, { body: { version: NEW, problem: 'It is not signed.' } })
  expect(await updateOf(node!)).toEqual({ version: NEW, state: 'failed', problem: 'It is not signed.' })
  await node!.signIn({ agentVersion: NEW })
  expect(await updateOf(node!)).toBeNull()
  const [checkout] = await nodesOf(operator, 1, '1.0.0')
  expect(await updateOf(checkout!)).toBeNull()
})
