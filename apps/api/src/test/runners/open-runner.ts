import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { findApp } from '@infra/protocol/apps/catalogue'

const AGENT = join(import.meta.dirname, '../../../../node/src')
const WEIGHTS_CACHE =
  process.env.WEIGHTS_CACHE ?? join(import.meta.dirname, '../../../../../node_modules/.cache/infra-weights')

export interface RunnerOutput {
  name: string
  kind: string
  text?: string
  bytes?: Buffer
}

interface Report {
  is: string
  detail?: string
  outputs?: { name: string; kind: string; text?: string; bytes?: number }[]
}

export type RunApp = (
  input: AppInput,
  given?: readonly { name: string; bytes: Buffer }[],
) => Promise<RunnerOutput[]>

/** The node agent's own child for an app, with the real weights, started as the program that it is. */
export async function openRunner(
  appId: string,
  { threads = 1 } = {},
): Promise<{ run: RunApp; close: () => Promise<void> }> {
  const scratch = await mkdtemp(join(tmpdir(), 'infra-canaries-'))
  const weights = await weightsOf(appId)
  const program = [join(AGENT, 'sandbox/run-job.ts'), join(AGENT, 'runners/runners.ts'), appId]
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'ignore', 'ignore', 'pipe'] })
  const read = readerOf(child.stdio[3] as Readable)
  const nextReport = async (): Promise<Report> =>
    JSON.parse((await read((await read(4)).readUInt32LE())).toString())
  await nextReport()

  const run: RunApp = async (input, given = []) => {
    const files: Record<string, string> = {}
    for (const { name, bytes } of given) {
      files[name] = join(scratch, name)
      await writeFile(files[name], bytes)
    }
    child.stdin!.write(`${JSON.stringify({ input, files, weights, threads })}\n`)
    for (;;) {
      const { is, detail, outputs = [] } = await nextReport()
      if (is === 'failed') throw new Error(detail)
      if (is !== 'done') continue
      const made: RunnerOutput[] = []
      for (const { bytes, ...output } of outputs)
        made.push(bytes === undefined ? output : { ...output, bytes: await read(bytes) })
      return made
    }
  }
  const close = async () => {
    child.kill('SIGKILL')
    await rm(scratch, { recursive: true, force: true })
  }
  return { run, close }
}

/** Reads so many bytes, as soon as they are there. */
function readerOf(stream: Readable): (bytes: number) => Promise<Buffer> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let kept = Buffer.alloc(0)
  return async (bytes) => {
    while (kept.length < bytes) {
      const { done, value } = await chunks.next()
      if (done) throw new Error('The runner ended.')
      kept = Buffer.concat([kept, value])
    }
    const taken = kept.subarray(0, bytes)
    kept = kept.subarray(bytes)
    return taken
  }
}

/** The folders of the app's weights, which the agent fetches where they are missing. */
async function weightsOf(appId: string): Promise<Record<string, string>> {
  const { weights } = findApp(appId)!
  if (weights.length > 0)
    await promisify(execFile)(process.execPath, [join(AGENT, 'main.ts'), 'pull', appId], {
      env: { ...process.env, WEIGHTS_CACHE },
    })
  const here = await readdir(WEIGHTS_CACHE)
  return Object.fromEntries(
    weights.map((pack) => [pack, join(WEIGHTS_CACHE, here.find((entry) => entry.startsWith(`${pack}-`))!)]),
  )
}
