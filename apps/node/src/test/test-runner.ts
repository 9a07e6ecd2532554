import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findApp } from '@infra/protocol/apps/catalogue'
import { openWeights } from '@infra/weights/weights'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import type { JobOutput } from '../runners/runner.ts'
import { openSandbox } from '../sandbox/sandbox.ts'
import { packs } from '../weights/packs.ts'

/** The real packs, fetched once and stored where a clean install doesn't delete more than it must. */
export const CACHE =
  process.env.WEIGHTS_CACHE ?? join(import.meta.dirname, '../../../../node_modules/.cache/infra-weights')

export interface Ran {
  outputs: JobOutput[]
  stages: string[]
  /** What was written as it went. */
  text: string
}

/** Runs apps as the agent does: in a child, with the real weights and the app's own limits. */
export async function openTestRunner() {
  const scratch = await mkdtemp(join(tmpdir(), 'infra-runner-'))
  const sandbox = openSandbox({ scratch, readable: [CACHE], childrenMax: 1 })
  const weights = openWeights({ cache: CACHE, packs, say: () => {} })
  afterAll(async () => {
    sandbox.close()
    await rm(scratch, { recursive: true, force: true })
  })

  /** `given` is a drawing for the field `image`, its bytes as they are, or the same for each field. */
  return async (
    appId: string,
    given: string | Buffer | Record<string, string | Buffer>,
    input: Record<string, string | number> = {},
  ): Promise<Ran> => {
    const app = findApp(appId)!
    const folder = await mkdtemp(join(sandbox.scratchOf(appId), 'job-'))
    const files: Record<string, string> = {}
    for (const [field, file] of Object.entries(
      typeof given === 'string' || Buffer.isBuffer(given) ? { image: given } : given,
    )) {
      files[field] = join(folder, `input-${field}`)
      const bytes = typeof file === 'string' ? await sharp(Buffer.from(file)).png().toBuffer() : file
      await writeFile(files[field], bytes)
    }
    const folders = await Promise.all(
      app.weights.map(async (pack) => [pack, await weights.ensure(pack)] as const),
    )
    const stages: string[] = []
    let text = ''
    const outputs = await sandbox.run({
      appId,
      input,
      files,
      scratch: folder,
      weights: Object.fromEntries(folders),
      threads: 1,
      limits: app.limits,
      onProgress: (_part, stage) => stages.at(-1) !== stage && stages.push(stage),
      onText: (append) => {
        text += append
      },
      signal: new AbortController().signal,
    })
    return { outputs, stages, text }
  }
}

export function pathOf(output: JobOutput | undefined): string {
  return (output as { path: string }).path
}
