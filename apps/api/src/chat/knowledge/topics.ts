import type { AppManifest } from '@infra/protocol/apps/app'
import type { Passage } from './help.ts'
import { greetings, livePhrases } from './live-phrases.ts'
import type { Topic } from './search-rules.ts'

export const GREETING = 'live/hello'

/** Where the help has a passage for an app, it is found by that; else by what its manifest says. */
export const appTopic = (id: string) => `apps/${id}`

/** All that Infra can answer, in the words by which it is found. */
export function topicsOf(help: readonly Passage[], apps: readonly AppManifest[]): Topic[] {
  const known = new Set(help.map(({ id }) => id))
  const described = apps.map((app) => ({ ...app, topic: appTopic(app.id) }))
  const served = new Set(described.map(({ topic }) => topic))
  return [
    // Of apps that are not offered here nothing is told.
    ...help
      .filter(({ id }) => !id.startsWith('apps/') || served.has(id))
      .map(({ id, heading, asked, text }) => ({
        id,
        // Without the link at its end: it says the same in every passage.
        texts: [heading, ...asked, `${heading}. ${text.replace(/\s*\[[^\]]*\]\([^)]*\)\s*$/, '')}`],
      })),
    ...Object.entries(livePhrases).map(([name, texts]) => ({ id: `live/${name}`, texts })),
    ...described
      .filter(({ topic }) => !known.has(topic))
      .map(({ topic, name, tagline, description }) => ({
        id: topic,
        texts: [`How do I use ${name}?`, tagline, `${name}. ${tagline} ${description}`],
      })),
    { id: GREETING, texts: greetings },
  ]
}
