import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AgentRelease } from '@infra/protocol/signatures/agent-releases'
import { z } from 'zod'

/** What `build/infra-node.mjs` stores next to the versions of the agent. Only it moves the link from one version to another. */
const UpdateState = z.object({
  /** The folder of the version before. */
  previous: z.string().optional(),
  /** The folder of a version that is ready: the next start tries it. */
  next: z.string().optional(),
  /** The running version, which hasn't proven itself yet. */
  trial: z.object({ program: z.string(), starts: z.number() }).optional(),
  /** A version that isn't installed again. */
  failed: z.object({ program: z.string(), version: z.string(), reason: z.string() }).optional(),
})
type UpdateState = z.infer<typeof UpdateState>

const fileIn = (home: string) => join(home, 'update.json')

export const programIn = (version: string) => `program-${version}`

/** Undefined if it can't be read, as after a power cut. */
export async function readUpdateState(home: string): Promise<UpdateState> {
  const text = await readFile(fileIn(home), 'utf8').catch(() => '{}')
  try {
    return UpdateState.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

export async function changeUpdateState(home: string, change: UpdateState): Promise<void> {
  const state = { ...(await readUpdateState(home)), ...change }
  const part = `${fileIn(home)}.${randomUUID()}`
  await writeFile(part, JSON.stringify(state))
  await rename(part, fileIn(home))
}

/** When the network first served the version that the link names; 0 if the script that installed it didn't know. */
export async function readReleasedAt(home: string): Promise<number> {
  const text = await readFile(join(home, 'program/release.json'), 'utf8').catch(() => '{}')
  return AgentRelease.safeParse(JSON.parse(text)).data?.releasedAt ?? 0
}
