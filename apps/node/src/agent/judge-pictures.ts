import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { safetyPack } from '@infra/safety/safety-pack'
import type { Weights } from '@infra/weights/weights'
import type { Log } from '../log.ts'
import type { RunnerOutput } from '../runners/runner.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

const RUNNER = 'safety'

/** Measured: 2 s when the child is new, 0.2 s afterwards, and 260 MB. */
const LIMITS = { runSeconds: 30, memoryMb: 600 }

interface Judging {
  sandbox: Sandbox
  weights: Weights
  threads: number
  log: Log
}

/**
 * The names of those pictures that nobody should meet unasked. The network looks for itself before it shows them to
 * anyone, so what cannot be judged here is left to it.
 */
export async function explicitAmong(
  { sandbox, weights, threads, log }: Judging,
  outputs: RunnerOutput[],
  signal: AbortSignal,
): Promise<string[]> {
  const pictures = outputs.filter(isPicture)
  if (pictures.length === 0 || !(await weights.isPresent(safetyPack.name))) return []
  // The child may read its own folder and no other.
  const scratch = await mkdtemp(join(sandbox.scratchOf(RUNNER), 'look-'))
  try {
    const files: Record<string, string> = {}
    for (const { name, path } of pictures) {
      files[name] = join(scratch, name)
      await copyFile(path, files[name])
    }
    const folders = { [safetyPack.name]: await weights.ensure(safetyPack.name) }
    const given = { appId: RUNNER, input: {}, files, scratch, weights: folders, threads, limits: LIMITS }
    const [verdict] = await sandbox.run({ ...given, onProgress: () => {}, onText: () => {}, signal })
    return JSON.parse((verdict as { text: string }).text)
  } catch (error) {
    if (signal.aborted) throw error
    log.warn(`A result was not judged here: ${(error as Error).message}`)
    return []
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

function isPicture(output: RunnerOutput): output is RunnerOutput & { path: string } {
  return 'path' in output && (output.kind === 'image' || output.kind === 'svg')
}
