import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { onTestFinished } from 'vitest'
import { type Adapter, type EngineFacts, runAdapter } from '../adapters/adapter.ts'
import type { JobOutput } from '../runners/runner.ts'

export interface Running {
  done: Promise<JobOutput[]>
  /** What the program reported about itself. */
  facts: Promise<EngineFacts>
  parts: number[]
  text: () => string
  previews: Buffer[]
  cancel: () => void
}

/** Starts a job of an adapter as an attempt does. */
export async function startAdapter(adapter: Adapter, input: AppInput, runSeconds = 60): Promise<Running> {
  const scratch = await mkdtemp(join(tmpdir(), 'infra-adapter-'))
  onTestFinished(() => rm(scratch, { recursive: true, force: true }))
  const stop = new AbortController()
  const parts: number[] = []
  const previews: Buffer[] = []
  let text = ''
  const ended = runAdapter(
    adapter,
    {
      input,
      scratch,
      progress: (part) => parts.push(part),
      text: (append) => {
        text += append
      },
      preview: (picture) => previews.push(picture),
      signal: stop.signal,
    },
    { runSeconds },
  )
  // A test looks at it later, or not at all.
  const done = ended.then(({ outputs }) => outputs)
  const facts = ended.then((result) => result.facts)
  for (const promise of [done, facts]) promise.catch(() => {})
  return { done, facts, parts, previews, text: () => text, cancel: () => stop.abort(new Error('cancelled')) }
}

export const soonAborted = () => AbortSignal.timeout(5_000)
