import type { AppInput } from '@infra/protocol/apps/app-input'
import { findApp } from '@infra/protocol/apps/catalogue'
import type { StoredFile } from '@infra/protocol/jobs'

export interface SearchedJob {
  appId: string
  input: AppInput
  outputs: readonly StoredFile[]
}

/** Of a longer text the beginning is searched. */
const CHARACTERS_MAX = 20_000

/** The kinds of fields in which people write; the others are settings, and so are advanced ones, such as what a picture should not show. */
const WRITTEN = new Set(['text', 'longtext'])

/** What a job is about, in words: what was asked for, and what came out. */
export function contentOf({ appId, input, outputs }: SearchedJob): string {
  const fields = findApp(appId)?.fields ?? []
  const asked = fields
    .filter(({ kind, advanced }) => WRITTEN.has(kind) && !advanced)
    .map(({ name }) => input[name])
  const made = outputs.map(({ text }) => text)
  const parts = [...asked, ...made].filter(
    (part): part is string => typeof part === 'string' && part.trim() !== '',
  )
  // An app that writes on, or speaks a text, has the beginning in its result again.
  const whole = parts.filter(
    (part, at) =>
      !parts.some((other, place) => place !== at && other.length > part.length && other.includes(part)),
  )
  return [...new Set(whole)].join('\n').slice(0, CHARACTERS_MAX)
}

/** The name of the app is searched as a word, and is no part of the meaning: people know it, and every result of the app has it. */
export function wordsOf(job: SearchedJob): string {
  return `${findApp(job.appId)?.name ?? job.appId}\n${contentOf(job)}`
}

/** A result without words means what its app does. */
export function meaningOf(job: SearchedJob): string {
  return contentOf(job) || (findApp(job.appId)?.tagline ?? job.appId)
}
