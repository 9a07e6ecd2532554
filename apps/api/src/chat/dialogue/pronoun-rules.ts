import type { AppManifest } from '@infra/protocol/apps/app'
import { GOES_ON } from './request-rules.ts'
import type { DialogueState } from './state-rules.ts'

/** What "it" means, by the passages that were mentioned. */
const subjects: Record<string, string> = {
  account: 'signing in',
  credits: 'credits',
  data: 'my data',
  feed: 'my result',
  files: 'my picture',
  jobs: 'my job',
  nodes: 'a node',
  receipts: 'the receipt',
  staking: 'my stake',
  trust: 'my picture',
}
const liveSubjects: [RegExp, string][] = [
  [/^live\/(?:my-nodes|my-earnings)$/, 'my node'],
  [/^live\/(?:my-jobs|job-cost|why-|my-public)/, 'my job'],
  [/^live\/my-stake$/, 'my stake'],
  [/^live\/my-credits$/, 'my credits'],
  [/^live\/nodes$/, 'the network'],
]

/** The message with "it" replaced by what it refers to; undefined if it refers to nothing. */
export function withSubject(
  text: string,
  { topic = '', appId }: DialogueState,
  apps: readonly AppManifest[],
): string | undefined {
  const subject =
    liveSubjects.find(([pattern]) => pattern.test(topic))?.[1] ??
    subjects[topic.split('/')[0]!] ??
    apps.find(({ id }) => id === appId)?.name
  if (!subject) return undefined
  if (/\b(?:it|that|this|there|them|those|these|one)\b/.test(text))
    return text.replace(/\b(?:it|that|this|there|them|those|these|one)\b/, subject)
  return GOES_ON.test(text) ? `${text}, ${subject}` : undefined
}
