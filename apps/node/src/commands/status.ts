import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { getNode } from '@infra/protocol/nodes'
import { Refusal } from '@infra/protocol/refusal'
import { holdLock } from '@infra/weights/hold-lock'
import { openWeights } from '@infra/weights/weights'
import { findNodeKey } from '../agent/node-key.ts'
import { caller } from '../agent/session.ts'
import { exitCodes } from '../agent/stopped.ts'
import { agentVersion } from '../agent-version.ts'
import type { Config } from '../config.ts'
import { readUpdateState } from '../updates/update-state.ts'
import { packs } from '../weights/packs.ts'

/** This node's state, locally and on the network. Changes nothing. */
export async function status(config: Config): Promise<number> {
  const account = await findNodeKey(config)
  const rows: [string, string][] = [
    ['Data', config.dataDir],
    ['Agent', `${agentVersion}, ${isRunning(config.dataDir) ? 'running' : 'not running'}`],
    ...(await describeUpdates(config)),
    ['Network', config.network.origin],
    ['API', config.apiPrefix],
    ['Node', account?.address ?? 'no key yet: it is made at the first start'],
    ['Weights', await describeWeights(config)],
  ]
  const seen = account && (await describeNode(config, account.address))
  rows.push(...(seen ?? []))
  const width = Math.max(...rows.map(([name]) => name.length))
  for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value}`)
  return seen ? 0 : exitCodes.failed
}

function isRunning(dataDir: string): boolean {
  const file = join(dataDir, 'lock')
  if (!existsSync(file)) return false
  const release = holdLock(file)
  release?.()
  return release === undefined
}

/** Undefined in a checkout. */
async function describeUpdates({ home, updates }: Config): Promise<[string, string][]> {
  if (!home) return []
  const { failed, next } = await readUpdateState(home)
  if (failed) return [['Updates', `${failed.version} was not taken: ${failed.reason}`]]
  if (next) return [['Updates', `${next.replace('program-', '')} is ready, for the next start`]]
  if (updates.pin) return [['Updates', `stays at ${updates.pin} (NODE_VERSION)`]]
  return [['Updates', updates.isOff ? 'off (NODE_UPDATES)' : 'by itself']]
}

async function describeWeights(config: Config): Promise<string> {
  const weights = openWeights({ ...config.weights, packs, say: () => {} })
  const states = await Promise.all(
    packs.map(async ({ name }) => `${name} ${(await weights.isPresent(name)) ? 'here' : 'not here'}`),
  )
  return states.join(', ')
}

async function describeNode(config: Config, id: `0x${string}`): Promise<[string, string][] | undefined> {
  try {
    const node = await caller(config.apiPrefix)(getNode, { params: { id } }, { seconds: 10 })
    return [
      ['Name', node.name],
      ['State', node.maintenanceReason ? `${node.state}: ${node.maintenanceReason}` : node.state],
      ['Running', `${node.running} of ${node.slots}`],
      ['Jobs done', String(node.jobsDone)],
      ['Earned', `${node.creditsEarned} credits`],
    ]
  } catch (error) {
    const isUnknown = error instanceof Refusal && error.code === 'not_found'
    console.error(isUnknown ? 'The network does not know this node: link it.' : (error as Error).message)
    return undefined
  }
}
