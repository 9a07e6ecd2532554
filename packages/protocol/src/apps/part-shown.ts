import type { AppManifest } from './app.ts'
import type { AppInput } from './app-input.ts'
import type { FileFacts } from './price.ts'

/** Average for English text. */
const CHARACTERS_PER_TOKEN = 4

/** Speech at a normal pace. Slower speakers are charged less. */
const CHARACTERS_PER_SECOND = 15

interface Shown {
  input: AppInput
  files: Record<string, FileFacts>
  text: string
}

/** How much of its result a running job has shown, from 0 to 1. Only what was actually shown counts, never the node's reported progress. */
export function partShown({ streams }: Pick<AppManifest, 'streams'>, { input, files, text }: Shown): number {
  if (!streams) return 0
  const { of, field } = streams
  const value = input[field]
  const whole = {
    tokens: Number(value) * CHARACTERS_PER_TOKEN,
    characters: [...String(value)].length,
    seconds: (files[field]?.seconds ?? 0) * CHARACTERS_PER_SECOND,
  }[of]
  return whole > 0 ? Math.min(1, [...text].length / whole) : 0
}
