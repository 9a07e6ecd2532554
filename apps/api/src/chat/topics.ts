import type { AppManifest } from '@infra/protocol/app'
import type { Passage } from './help.ts'
import { greetings, livePhrases } from './live-phrases.ts'
import type { Topic } from './search-rules.ts'

export const GREETING = 'live/hello'

/** All that Infra can answer, in the words by which it is found. */
export function topicsOf(help: readonly Passage[], apps: readonly AppManifest[]): Topic[] {
  return [
    ...help.map(({ id, heading, asked, text }) => ({
      id,
      // Without the link at its end: it says the same in every passage.
      texts: [heading, ...asked, `${heading}. ${text.replace(/\s*\[[^\]]*\]\([^)]*\)\s*$/, '')}`],
    })),
    ...Object.entries(livePhrases).map(([name, texts]) => ({ id: `live/${name}`, texts })),
    ...apps.map(({ id, name, tagline, description }) => ({
      id: `app/${id}`,
      texts: [`How do I use ${name}?`, tagline, `${name}. ${tagline} ${description}`],
    })),
    { id: GREETING, texts: greetings },
  ]
}
