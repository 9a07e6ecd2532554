import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endNodeUpdate, getAgentRelease } from '@infra/protocol/updates/node-updates'
import { expect, onTestFinished, test } from 'vitest'
import type { NodeCall } from '../agent/session.ts'
import { agentVersion } from '../agent-version.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { keepUpdated } from './keep-updated.ts'

const NEWEST = '9.0.0-bcccccccccccc'
const SIGNER = '0x52908400098527886E0F7030069857D2E4169EE7'

/** An installed agent whose network serves a release with an invalid signature. */
async function createAgent(settings: Record<string, string> = {}) {
  const home = await mkdtemp(join(tmpdir(), 'infra-updates-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const calls: unknown[] = []
  const reported: unknown[] = []
  const call = (async (endpoint: unknown, { body }: { body?: unknown }) => {
    calls.push(endpoint)
    if (endpoint === endNodeUpdate) reported.push(body)
    if (endpoint !== getAgentRelease) return undefined
    const release = { version: NEWEST, integrity: `sha512-${'A'.repeat(86)}==`, releasedAt: 9 }
    return { release, network: SIGNER, networkSignature: `0x${'1'.repeat(130)}` }
  }) as unknown as NodeCall
  const lines: string[] = []
  const seen = { proven: 0 }
  const environment = { INFRA_NODE_HOME: home, NETWORK_SIGNER: SIGNER, INFRA_NODE_LAUNCHED: '1', ...settings }
  const updates = keepUpdated({
    config: readConfig(environment),
    call,
    bandwidth: {},
    log: createLog('info', (line) => lines.push(line)),
    onReady: async () => {
      throw new Error('Nothing was to be installed.')
    },
    onProven: () => {
      seen.proven += 1
    },
    signal: new AbortController().signal,
  })
  return { updates, calls, reported, lines, seen }
}

test('[finding S23] a release that the network did not sign is reported and not installed', async () => {
  const { updates, calls, reported, lines } = await createAgent()
  updates.onServedVersion(NEWEST)
  await expect.poll(() => reported).toHaveLength(1)
  expect(reported).toEqual([
    { version: NEWEST, problem: expect.stringContaining(`is not signed by ${SIGNER}`) },
  ])
  expect(lines.join('\n')).toContain(`The agent stays at ${agentVersion}.`)
  expect(calls).toEqual([getAgentRelease, endNodeUpdate])
})

test('a new version that stayed online reports it once, to its launcher and to the network', async () => {
  const { updates, reported, seen } = await createAgent({ INFRA_NODE_TRIAL: '1', NODE_TRIAL_SECONDS: '1' })
  updates.onServedVersion(NEWEST)
  updates.onServedVersion(agentVersion)
  await expect
    .poll(() => reported, { timeout: 10_000 })
    .toEqual([{ version: agentVersion, problem: undefined }])
  expect(seen.proven).toBe(1)
})

test.for([
  [{ NODE_UPDATES: 'off' }, 'NODE_UPDATES is off'],
  [{ NETWORK_SIGNER: '' }, 'run the line from the Nodes page again'],
  [{ INFRA_NODE_LAUNCHED: '' }, 'infra-node service install'],
] as const)(
  'an agent that may not update (%j) says why once, and asks for nothing',
  async ([settings, why]) => {
    const { updates, calls, lines } = await createAgent(settings)
    updates.onServedVersion(NEWEST)
    updates.onServedVersion(NEWEST)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(why)
    expect(calls).toEqual([])
  },
)
