import { safetyPack } from '@infra/safety/safety-pack'
import type { Weights } from '@infra/weights/weights'
import type { Log } from '../log.ts'
import type { JobOutput } from '../runners/runner.ts'
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
 * The names of the explicit pictures. The API checks pictures again before it shows them to anyone, so what can't be checked here is left
 * to it.
 */
export async function explicitAmong(
  { sandbox, weights, threads, log }: Judging,
  outputs: JobOutput[],
  signal: AbortSignal,
): Promise<string[]> {
  const pictures = outputs.filter(isPicture)
  if (pictures.length === 0 || !(await weights.isPresent(safetyPack.name))) return []
  const files = Object.fromEntries(pictures.map(({ name, path }) => [name, path]))
  const scratch = sandbox.scratchOf(RUNNER)
  let release = () => {}
  try {
    const held = await weights.hold(safetyPack.name)
    release = held.release
    const folders = { [safetyPack.name]: held.folder }
    const given = { appId: RUNNER, input: {}, files, scratch, weights: folders, threads, limits: LIMITS }
    const [verdict] = await sandbox.run({ ...given, onProgress: () => {}, onText: () => {}, signal })
    return JSON.parse((verdict as { text: string }).text)
  } catch (error) {
    if (signal.aborted) throw error
    log.warn(`A result was not judged here: ${(error as Error).message}`)
    return []
  } finally {
    release()
  }
}

function isPicture(output: JobOutput): output is JobOutput & { path: string } {
  return 'path' in output && (output.kind === 'image' || output.kind === 'svg')
}
