import type { AppInput } from '@infra/protocol/apps/app-input'
import { findApp } from '@infra/protocol/apps/catalogue'
import type { StoredFile } from '@infra/protocol/jobs'

export interface SearchedJob {
  appId: string
  input: AppInput
  outputs: readonly StoredFile[]
  /** What its picture shows, if known. */
  alt: string | null
}

/** Only the beginning of a longer text is searched. */
const CHARACTERS_MAX = 20_000

/**
 * The kinds of fields that people write text into. The others are settings, and so are advanced ones, such as what a picture should not
 * show.
 */
const WRITTEN = new Set(['text', 'longtext'])

/** What was asked for, in words. */
function promptsOf({ appId, input }: Pick<SearchedJob, 'appId' | 'input'>): string[] {
  const fields = findApp(appId)?.fields ?? []
  return fields
    .filter(({ kind, advanced }) => WRITTEN.has(kind) && !advanced)
    .map(({ name }) => input[name])
    .filter(isSaid)
}

/** What a job is about, in words: the request and the result. */
export function contentOf(job: SearchedJob): string {
  const made = job.outputs.map(({ text }) => text).filter(isSaid)
  const parts = [...promptsOf(job), ...made, job.alt].filter(isSaid)
  // An app that continues or speaks a text has the beginning in its result again.
  const isRepeated = (part: string) =>
    parts.some((other) => other.length > part.length && other.includes(part))
  const whole = parts.filter((part) => !isRepeated(part))
  return [...new Set(whole)].join('\n').slice(0, CHARACTERS_MAX)
}

const isSaid = (part: unknown): part is string => typeof part === 'string' && part.trim() !== ''

/** Longer ones are tedious in a screen reader. */
const ALT_CHARACTERS_MAX = 200

const isPicture = ({ kind }: StoredFile) => kind === 'image' || kind === 'svg'

/** The picture that people see first. */
export function pictureOf({ outputs }: Pick<SearchedJob, 'outputs'>): StoredFile | undefined {
  return outputs.find(isPicture)
}

/** What its picture shows as far as the order says; empty if it has none, null if somebody has to look. */
export function altByOrder(job: SearchedJob): string | null {
  if (!pictureOf(job)) return ''
  const prompt = promptsOf(job).join(' ').replaceAll(/\s+/g, ' ').trim()
  if (prompt === '') return null
  return prompt.length > ALT_CHARACTERS_MAX ? `${prompt.slice(0, ALT_CHARACTERS_MAX - 1)}…` : prompt
}

/** "cat and 2 chairs", from the labels of detected objects, surest first. */
export function altByLabels(labels: readonly string[]): string {
  const kinds = [...new Set(labels)].map((label) => {
    const count = labels.filter((other) => other === label).length
    return count === 1 ? label : `${count} ${pluralOf(label)}`
  })
  return kinds.length < 2 ? kinds.join('') : `${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1)}`
}

/** Irregular plurals of COCO's labels; the others take an s. */
const irregular: Record<string, string> = {
  person: 'people',
  sheep: 'sheep',
  mouse: 'mice',
  knife: 'knives',
  skis: 'skis',
  scissors: 'scissors',
  broccoli: 'broccoli',
}

function pluralOf(label: string): string {
  return irregular[label] ?? (/(?:s|ch|sh)$/.test(label) ? `${label}es` : `${label}s`)
}

/** The app's name is searched as a word but isn't part of the meaning, because every result of the app has it. */
export function wordsOf(job: SearchedJob): string {
  return `${findApp(job.appId)?.name ?? job.appId}\n${contentOf(job)}`
}

/** A result without words means what its app does. */
export function meaningOf(job: SearchedJob): string {
  return contentOf(job) || (findApp(job.appId)?.tagline ?? job.appId)
}
