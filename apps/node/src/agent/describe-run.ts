import type { AppManifest } from '@infra/protocol/apps/app'
import { Sha256 } from '@infra/protocol/files'
import { NO_HASH, type Ran, type Served, statedText } from '@infra/protocol/signatures/receipts'
import { pinnedModel } from '@infra/weights/pinned-model'
import agent from '../../package.json' with { type: 'json' }
import type { EngineFacts } from '../adapters/adapter.ts'
import { engineOf } from '../runners/engines.ts'
import { programHash } from './program-hash.ts'

const UNKNOWN = 'unknown'

/** What receipts say about this agent. Reads all of its sources, so it's computed once. */
export function describeAgent(): Served {
  return {
    agent: agent.version,
    program: programHash(),
    platform: `${process.platform}-${process.arch}`,
  }
}

/** What one of our runners ran. Its packs were compared with their hashes before the first job, see `openWeights`. */
export function describeRunner({ id, weights }: AppManifest): Ran {
  return { ...engineOf(id), ...pinnedModel(weights), weightsProof: 'pinned' }
}

/** What an operator's program reports that it ran. */
export function describeProgram({ engine, engineVersion, model, weights }: EngineFacts): Ran {
  return {
    engine,
    engineVersion: statedText(engineVersion ?? '') ?? UNKNOWN,
    model: statedText(model ?? '') ?? UNKNOWN,
    weights: Sha256.safeParse(weights).data ?? NO_HASH,
    weightsProof: 'declared',
  }
}
