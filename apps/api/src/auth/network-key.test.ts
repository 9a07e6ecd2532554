import { getJob } from '@infra/protocol/jobs'
import { listNetworkKeys } from '@infra/protocol/signatures/network-keys'
import { type Receipt, receiptTypedData } from '@infra/protocol/signatures/receipts'
import { sql } from 'drizzle-orm'
import { recoverTypedDataAddress } from 'viem'
import { expect, test } from 'vitest'
import { runEcho } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { rotateNetworkKey } from './network-key.ts'

const api = await startTestApi()
const { call, clock, deps } = api
const alice = await signInSomeone(api)
const node = await startNode(api)

async function receiptOfNewJob(): Promise<Receipt> {
  const id = await runEcho(deps, { person: alice, node })
  return (await alice.call(getJob, { params: { id } })).receipt!
}

function countersigner({ claims, networkSignature }: Receipt): Promise<string> {
  return recoverTypedDataAddress({
    ...receiptTypedData(claims),
    signature: networkSignature as `0x${string}`,
  } as Parameters<typeof recoverTypedDataAddress>[0])
}

test('countersigns receipts with the new key after a rotation, and earlier receipts can still be verified', async () => {
  const before = await receiptOfNewJob()
  await rotateNetworkKey(deps.db)
  // A process that doesn't know the new key yet signs with the old one for at most a minute, which is within the old key's time.
  const between = await receiptOfNewJob()
  clock.now = new Date(clock.now.getTime() + 61_000)
  const after = await receiptOfNewJob()

  const { items } = await call(listNetworkKeys)
  expect(items).toEqual([
    { address: after.network, until: null },
    { address: before.network, until: expect.any(Date) },
  ])
  expect(after.network).not.toBe(before.network)
  expect(between.network).toBe(before.network)
  for (const receipt of [before, between, after]) expect(await countersigner(receipt)).toBe(receipt.network)
  expect(between.claims.startedAt).toBeLessThan(items[1]!.until!.getTime())
})

test('does not keep the private key of a retired network key', async () => {
  const { rows: earlier } = await deps.db.execute<{ key: string }>(
    sql`select private_key as key from network_key`,
  )
  await rotateNetworkKey(deps.db)
  const { rows } = await deps.db.execute(sql`select private_key as key from network_key`)
  expect(rows).toHaveLength(1)
  expect(rows).not.toEqual(earlier)
  const { rows: retired } = await deps.db.execute(sql`select * from retired_network_keys`)
  expect(JSON.stringify(retired)).not.toContain(earlier[0]!.key.slice(2))
})
