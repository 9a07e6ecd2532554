import type { AppInput } from '@infra/protocol/apps/app-input'
import { TEXT_OUTPUT_CHARACTERS_MAX } from '@infra/protocol/attempts'
import { JobFailure, type JobOutput } from '../runners/runner.ts'
import { type AdapterJob, RemoteUnavailable } from './adapter.ts'

export interface WriteOrder {
  messages: { role: 'system' | 'user'; content: string }[]
  tokensMax: number
  temperature: number
  seed: number
}

export function writeOrder(input: AppInput): WriteOrder {
  const instructions = String(input.instructions ?? '')
  return {
    messages: [
      ...(instructions ? [{ role: 'system' as const, content: instructions }] : []),
      { role: 'user', content: String(input.prompt) },
    ],
    tokensMax: Number(input.length),
    temperature: Number(input.temperature),
    seed: Number(input.seed ?? 0),
  }
}

/** A piece of text, a piece of the model's thoughts before it writes, or the end. */
export type Piece = { text: string } | { isThought: true } | { isEnd: true }

const ONLY_THOUGHT =
  'The model thought until the length was used up, and wrote nothing. Turn its thinking off in the program that serves it.'

/** Streams the pieces as they come, and returns the whole text. */
export async function writeDown(pieces: AsyncIterable<Piece>, job: AdapterJob): Promise<JobOutput[]> {
  const tokensMax = Number(job.input.length)
  let written = ''
  let count = 0
  let thoughts = 0
  for await (const piece of pieces) {
    if ('isThought' in piece) {
      thoughts += 1
      job.progress(Math.min(0.99, (count + thoughts) / tokensMax), 'Thinking')
      continue
    }
    if ('isEnd' in piece) {
      if (!written.trim())
        throw new JobFailure('app_failed', thoughts > 0 ? ONLY_THOUGHT : 'The server wrote nothing.')
      return [{ name: 'text', kind: 'text', text: written }]
    }
    // PostgreSQL cannot store NUL characters.
    const text = piece.text.replaceAll('\0', '')
    if (!text) continue
    written += text
    if (written.length > TEXT_OUTPUT_CHARACTERS_MAX)
      throw new JobFailure(
        'output_refused',
        `The server wrote more than ${TEXT_OUTPUT_CHARACTERS_MAX} characters.`,
      )
    count += 1
    job.text(text)
    job.progress(Math.min(0.99, (count + thoughts) / tokensMax), 'Writing')
  }
  throw new RemoteUnavailable('The server broke off in the middle of its answer.')
}
