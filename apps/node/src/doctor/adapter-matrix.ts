import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { NO_HASH } from '@infra/protocol/signatures/receipts'
import sharp from 'sharp'
import { type Adapter, type AdapterResult, runAdapter } from '../adapters/adapter.ts'
import type { Program } from '../adapters/identify-program.ts'
import { isBusy } from '../adapters/is-busy.ts'
import type { Remote } from '../adapters/remote.ts'
import { describeProgram } from '../agent/describe-run.ts'
import type { JobOutput } from '../runners/runner.ts'

/** The result of a check. A program may lack a feature and still be usable, which isn't a failure. */
export type Finding = { is: 'ok' | 'FAIL' | 'not offered'; found: string }

export interface MatrixCheck {
  name: string
  run: () => Promise<Finding>
}

export interface Trial {
  program: Program
  remote: Remote
  /** The selected model; undefined if the operator's workflow names it. */
  model: string | undefined
  /** With the chosen model, or another. */
  open: (model?: string) => Adapter
  app: 'imagine' | 'write'
  signal: AbortSignal
}

/** As long as a job of these apps may take. */
const RUN_SECONDS = 300
const FREE_MS_MAX = 30_000
const POLL_MS = 250
const NO_SUCH_MODEL = 'infra-no-such-model'

const orders = {
  imagine: {
    short: {
      prompt: 'a red fox in the snow',
      negative: '',
      size: '512x512',
      steps: 20,
      guidance: 7,
      seed: 42,
    },
    long: { prompt: 'a forest', negative: '', size: '1024x1024', steps: 60, guidance: 7, seed: 1 },
  },
  write: {
    short: { prompt: 'Write one sentence about a fox.', length: 64, temperature: 0.5, seed: 42 },
    long: { prompt: 'Count from 1 to 2000 in words.', length: 2048, temperature: 0.5, seed: 1 },
  },
} satisfies Record<string, Record<string, AppInput>>

interface Ran extends AdapterResult {
  /** What came out, in a form that can be compared. */
  made: Buffer
  seconds: number
  parts: number[]
  previews: number
  pieces: number
}

/** Everything that jobs need of a program, in order. If the first check fails, the others make no sense. */
export function matrixFor(trial: Trial): MatrixCheck[] {
  const { app, program } = trial
  const order = orders[app]
  let first: Ran | undefined
  const what = app === 'imagine' ? 'Picture' : 'Text'
  return [
    {
      name: what,
      run: async () => {
        first = await run(trial, trial.open(), order.short)
        return ok(describeMade(app, first))
      },
    },
    { name: app === 'imagine' ? 'Progress, previews' : 'Streaming', run: async () => shown(trial, first!) },
    {
      name: 'Same seed',
      run: async () => {
        const again = await run(trial, trial.open(), order.short)
        if (again.made.equals(first!.made)) return ok('the same again')
        return lacks(
          `the same seed gave another ${what.toLowerCase()}. Whoever repeats a job gets another result.`,
        )
      },
    },
    { name: 'Cancel', run: () => checkCancel(trial, first!) },
    { name: 'Wrong model', run: () => checkWrongModel(trial) },
    {
      name: 'Two at once',
      run: async () => {
        const startedAt = performance.now()
        const both = [order.short, { ...order.short, seed: 7 }]
        await Promise.all(both.map((each) => run(trial, trial.open(), each)))
        return ok(`both done in ${secondsSince(startedAt)} s`)
      },
    },
    { name: 'Receipts', run: async () => ok(describeReceipt(first!, program)) },
  ]
}

async function run(
  { app, signal }: Trial,
  adapter: Adapter,
  input: AppInput,
  onProgress: (part: number) => void = () => {},
): Promise<Ran> {
  const scratch = await mkdtemp(join(tmpdir(), 'infra-adapters-'))
  const parts: number[] = []
  let previews = 0
  let pieces = 0
  const startedAt = performance.now()
  try {
    const progress = (part: number) => {
      parts.push(part)
      onProgress(part)
    }
    const text = () => {
      pieces += 1
    }
    const preview = () => {
      previews += 1
    }
    const job = { input, scratch, progress, text, preview, signal }
    const result = await runAdapter(adapter, job, { runSeconds: RUN_SECONDS })
    const seconds = Number(secondsSince(startedAt))
    return { ...result, made: await comparable(app, result.outputs), seconds, parts, previews, pieces }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Compares pixels and not files, because a file's metadata may differ. */
async function comparable(app: Trial['app'], [output]: JobOutput[]): Promise<Buffer> {
  if (app === 'write') return Buffer.from('text' in output! ? output.text : '')
  return sharp('path' in output! ? output.path : '')
    .raw()
    .toBuffer()
}

function describeMade(app: Trial['app'], { made, seconds }: Ran): string {
  if (app === 'imagine') return `made in ${seconds} s`
  return `"${made.toString('utf8').slice(0, 60)}" in ${seconds} s`
}

function shown({ app, program }: Trial, { parts, previews, pieces }: Ran): Finding {
  if (app === 'write') return pieces > 1 ? ok(`in ${pieces} pieces`) : lacks('the text came all at once.')
  if (program.kind === 'openai-images') return lacks('people see that it paints, but not how far it is.')
  const hasProgress = parts.some((part) => part > 0 && part < 0.96)
  if (!hasProgress)
    return lacks('no progress was reported; the picture may have been done too quickly for that.')
  if (previews > 0) return ok('both')
  const advice =
    program.kind === 'comfyui'
      ? 'Start ComfyUI with --preview-method auto.'
      : 'Turn on live previews in its settings; with --nowebui there are none.'
  return lacks(`it reports its progress, but sends no previews. ${advice}`)
}

async function checkCancel(trial: Trial, first: Ran): Promise<Finding> {
  const { app, program, remote, signal } = trial
  const stop = new AbortController()
  const stopped = new Error('cancelled')
  // Stops it once it has started; if it doesn't report that, after half the time that a small one took.
  const later = setTimeout(() => stop.abort(stopped), Math.max(1_000, first.seconds * 500))
  const onProgress = (part: number) => part > 0 && stop.abort(stopped)
  const cancelled = { ...trial, signal: AbortSignal.any([signal, stop.signal]) }
  const end = await run(cancelled, trial.open(), orders[app].long, onProgress).catch((error: Error) => error)
  clearTimeout(later)
  signal.throwIfAborted()
  if (!(end instanceof Error)) return lacks('the job was done before it could be cancelled.')
  if (end !== stopped) throw end
  const cancelledAt = performance.now()
  while (await isBusy(remote, program, signal)) {
    if (performance.now() - cancelledAt > FREE_MS_MAX)
      throw new Error('It goes on with a job that was cancelled. Update it, or restart it when that happens.')
    await sleep(POLL_MS, undefined, { signal })
  }
  const { seconds } = await run(trial, trial.open(), orders[app].short)
  return ok(`it was free for the next one, which took ${seconds} s`)
}

async function checkWrongModel(trial: Trial): Promise<Finding> {
  const { app, program } = trial
  if (program.kind === 'automatic1111') return lacks('it paints with the checkpoint that is chosen in it.')
  const refused = await run(trial, trial.open(NO_SUCH_MODEL), orders[app].short).catch(
    (error: Error) => error,
  )
  trial.signal.throwIfAborted()
  if (!(refused instanceof Error)) return lacks('it uses the model that it has, whatever is asked for.')
  return ok(`refused: ${refused.message}`)
}

function describeReceipt({ facts }: Ran, program: Program): string {
  const { engine, engineVersion, model, weights } = describeProgram(facts)
  const hash = weights === NO_HASH ? 'no hash of the model' : `hash ${weights.slice(0, 12)}…`
  return `would name ${engine} ${engineVersion} with ${model}, ${hash}, as ${program.name} says it`
}

function ok(found: string): Finding {
  return { is: 'ok', found }
}

function lacks(found: string): Finding {
  return { is: 'not offered', found }
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1)
}
