import { startNodeSession } from '@infra/protocol/nodes'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { startScriptedNetwork } from '../test/scripted-network.ts'
import { createSession } from './session.ts'

test('[finding B3] only a process’s first session reports what it holds: a renewal must not end a job on its way', async () => {
  const network = await startScriptedNetwork()
  const session = createSession({
    apiPrefix: network.prefix,
    network: new URL(network.prefix),
    account: privateKeyToAccount(generatePrivateKey()),
    name: 'Test',
    hardware: { cores: 1, memoryMb: 1000, mflops: 1, platform: 'test' },
    slots: 1,
    apps: () => [],
  })

  await session.open()
  await session.reopen()

  const [first, renewal] = network.at(startNodeSession)
  expect(first!.body.holding).toEqual([])
  expect(renewal!.body).not.toHaveProperty('holding')
  await network.down()
})
