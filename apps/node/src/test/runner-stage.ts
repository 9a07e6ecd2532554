import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findApp } from '@infra/protocol/catalogue'
import { openWeights } from '@infra/weights/weights'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import type { RunnerOutput } from '../runners/runner.ts'
import { openSandbox } from '../sandbox/sandbox.ts'
import { packs } from '../weights/packs.ts'

/** The real packs, fetched once and kept where a clean install does not lose more than it must. */
const CACHE =
  process.env.WEIGHTS_CACHE ?? join(import.meta.dirname, '../../../../node_modules/.cache/infra-weights')

export interface Ran {
  outputs: RunnerOutput[]
  stages: string[]
}

/** Runs apps as the agent does: in a child, with the real weights and the app's own limits. */
export async function runnerStage() {
  const scratch = await mkdtemp(join(tmpdir(), 'infra-runner-'))
  const sandbox = openSandbox({ scratch, readable: [CACHE], childrenMax: 1 })
  const weights = openWeights({ cache: CACHE, packs, say: () => {} })
  afterAll(async () => {
    sandbox.close()
    await rm(scratch, { recursive: true, force: true })
  })

  /** `image` is a drawing, or the bytes of a file as they are. */
  return async (
    appId: string,
    image: string | Buffer,
    input: Record<string, string | number> = {},
  ): Promise<Ran> => {
    const app = findApp(appId)!
    const folder = await mkdtemp(join(sandbox.scratchOf(appId), 'job-'))
    const path = join(folder, 'input-image')
    await writeFile(
      path,
      typeof image === 'string' ? await sharp(Buffer.from(image)).png().toBuffer() : image,
    )
    const folders = await Promise.all(
      app.weights.map(async (pack) => [pack, await weights.ensure(pack)] as const),
    )
    const stages: string[] = []
    const outputs = await sandbox.run({
      appId,
      input,
      files: { image: path },
      scratch: folder,
      weights: Object.fromEntries(folders),
      threads: 1,
      limits: app.limits,
      onProgress: (_part, stage) => stages.at(-1) !== stage && stages.push(stage),
      onText: () => {},
      signal: new AbortController().signal,
    })
    return { outputs, stages }
  }
}

export function pathOf(output: RunnerOutput | undefined): string {
  return (output as { path: string }).path
}
