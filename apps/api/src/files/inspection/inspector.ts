import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { Refusal } from '@infra/protocol/refusal'
import { isExplicit } from '@infra/safety/is-explicit'
import { isStorageFull, storageFull } from '../../http/storage-full.ts'
import { canReadInput } from './can-read-input.ts'
import { compareFiles } from './compare-files.ts'
import type { DetectTask } from './detect-objects.ts'
import { gateFiles } from './gate-files.ts'
import { inspectOutput, inspectUpload } from './inspect-file.ts'
import type { Inspected, InspectionTask, InspectorTask, Verdict } from './inspect-in-child.ts'
import { inspectionPaths } from './inspection-paths.ts'
import type { Thumbnails } from './pictures.ts'

/** A picture of 40 megapixels takes about 350 MB; a file that needs more than this is an attack. */
const MEMORY_BYTES_MAX = 1024 ** 3

/**
 * The largest allowed file needs eight seconds. A drawing can be made to take hours, and only a kill stops it. Measured in processor time,
 * not by the clock: on a busy machine a good file may take long.
 */
const CPU_MS_MAX = 30_000

/** The processor time used before the current file. */
let before: NodeJS.CpuUsage | undefined

/** The child process in which uploaded files are decoded: see `inspect-in-child.ts`. */
process.on('message', async (task: InspectorTask) => {
  before = process.cpuUsage()
  answer('begun')
  const verdict = await judge(task)
  before = undefined
  answer(verdict)
})
// The API has exited, even if by kill -9.
process.on('disconnect', () => process.exit())

// Requests have priority over pictures.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY_BYTES_MAX || cpuMs() > CPU_MS_MAX)
    process.kill(process.pid, 'SIGKILL')
}, 50).unref()

/** The API may have ended meanwhile. That isn't an error of ours: 'disconnect' follows, and ends this process. */
function answer(message: Verdict | 'begun'): void {
  process.send?.(message, () => {})
}

function cpuMs(): number {
  if (!before) return 0
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function judge(task: InspectorTask): Promise<Verdict> {
  try {
    if ('gate' in task) return { gated: await gateFiles(task) }
    if ('compare' in task) return { compared: await compareFiles(task) }
    if ('read' in task) return { canRead: await canReadInput(task) }
    if ('detectIn' in task) return { detected: await detect(task) }
    return { inspected: await inspect(task) }
  } catch (thrown) {
    const error = isStorageFull(thrown) ? storageFull(thrown) : thrown
    if (error instanceof Refusal) {
      const { code, message, errors, cause } = error
      return { refusal: { code, message, errors, cause: String(cause) } }
    }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** TensorFlow is only loaded when it's needed. */
async function detect(task: DetectTask): Promise<string[]> {
  const { detectObjects } = await import('./detect-objects.ts')
  return detectObjects(task)
}

async function inspect({ path, as, model }: InspectionTask): Promise<Inspected> {
  const received = await readFile(path)
  const { bytes, thumbnails, ...facts } = await ('kind' in as
    ? inspectOutput(received, as.kind)
    : inspectUpload(received, as))
  const made = inspectionPaths(path)
  if (bytes !== received) await writeFile(made.rewritten, bytes, { mode: 0o600 })
  for (const { size, format, bytes: smaller } of thumbnails?.files ?? []) {
    await writeFile(made.thumbnail(size, format), smaller, { mode: 0o600 })
  }
  return {
    ...facts,
    path: bytes === received ? path : made.rewritten,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    placeholder: thumbnails?.placeholder ?? null,
    explicit: thumbnails && model ? await isExplicitPicture(thumbnails, model) : null,
  }
}

/** Uses a smaller picture, which the classifier would make of it anyway. */
async function isExplicitPicture({ files }: Thumbnails, model: string): Promise<boolean | null> {
  const { classify } = await import('@infra/safety/classify')
  // If the classifier fails, that isn't the file's fault: it stays unclassified, and the sweep tries again.
  const scores = await classify(files.at(-1)!.bytes, model).catch(() => undefined)
  return scores ? isExplicit(scores) : null
}
