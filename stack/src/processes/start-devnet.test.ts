import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDevnetKeys } from '@infra/contracts/devnet/devnet-keys'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { devnetSettings, startDevnet } from './start-devnet.ts'

const say = () => {}

async function codeAt(address: string, { DEVNET_RPC_URL }: NodeJS.ProcessEnv): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getCode', params: [address, 'latest'] })
  const answer = await fetch(DEVNET_RPC_URL!, { method: 'POST', body })
  return ((await answer.json()) as { result: string }).result
}

test('[finding S17] the API gets the contract addresses of its own devnet, which no other devnet has', async () => {
  const { settings, ready, stop } = await startDevnet(
    { runsDevnet: true, dataDir: await temporaryFolder() },
    say,
  )
  const other = devnetSettings(0, await openDevnetKeys(await temporaryFolder()))
  try {
    await ready
    for (const name of ['STAKING_ADDRESS', 'STAKING_TOKEN_ADDRESS']) {
      expect(await codeAt(settings[name]!, settings)).not.toBe('0x')
      expect(await codeAt(other[name]!, settings)).toBe('0x')
    }
  } finally {
    await stop()
  }
})

test('with an invalid key file, the stack starts without a devnet and says why', async () => {
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'devnet'))
  await writeFile(join(dataDir, 'devnet', 'keys.json'), '{}')
  const lines: string[] = []
  const devnet = await startDevnet({ runsDevnet: true, dataDir }, (sentence) => lines.push(sentence))
  expect(lines.at(-1)).toMatch(/keys\.json does not hold a devnet's keys.*staking is off/)
  expect(devnet.settings).toEqual({})
  await devnet.stop()
})
