import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SDK_FOLDER } from '@infra/protocol/pages/bootstrap'
import {
  type AgentRelease,
  agentReleaseTypedData,
  type SignedAgentRelease,
} from '@infra/protocol/signatures/agent-releases'
import { eq } from 'drizzle-orm'
import { type HashTypedDataParameters, hashTypedData } from 'viem'
import type { NetworkKey } from '../auth/network-key.ts'
import { bytesOf } from '../auth/signatures.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { agentReleases } from '../db/updates/update-tables.ts'

/** The node agent that this process serves; undefined if the pages were built without it. */
export type ServedRelease = () => Promise<AgentRelease | undefined>

/** Read at the first call. The first process that serves a version sets its date, which all others then use. */
export function servedReleaseIn({ webDir }: Pick<Config, 'webDir'>, db: Db): ServedRelease {
  let reading: ReturnType<ServedRelease> | undefined
  return () => {
    reading ??= readRelease(webDir, db).catch((error) => {
      reading = undefined
      throw error
    })
    return reading
  }
}

async function readRelease(webDir: string | undefined, db: Db): Promise<AgentRelease | undefined> {
  const manifest = webDir && (await readManifest(join(webDir, SDK_FOLDER, 'node.json')))
  if (!manifest) return undefined
  const { version, dist } = manifest
  await db.insert(agentReleases).values({ version, integrity: dist.integrity }).onConflictDoNothing()
  const [row] = await db.select().from(agentReleases).where(eq(agentReleases.version, version))
  // A version identifies its content, so other content under a known version must not be passed on.
  if (row!.integrity !== dist.integrity) return undefined
  return { version, integrity: dist.integrity, releasedAt: row!.releasedAt.getTime() }
}

async function readManifest(
  file: string,
): Promise<{ version: string; dist: { integrity: string } } | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Signs, with the network's key, that nodes may run this release. */
export async function signRelease(
  networkKey: NetworkKey,
  release: AgentRelease,
): Promise<SignedAgentRelease> {
  const network = await networkKey()
  const hash = hashTypedData(agentReleaseTypedData(release) as HashTypedDataParameters)
  return { release, network: network.address, networkSignature: network.sign(bytesOf(hash)) }
}
