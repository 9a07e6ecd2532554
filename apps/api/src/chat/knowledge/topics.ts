import type { AppManifest } from '@infra/protocol/apps/app'
import { actionPhrases } from './action-phrases.ts'
import type { Passage } from './help.ts'
import { livePhrases } from './live-phrases.ts'
import { offTopicPhrases } from './off-topic-phrases.ts'
import { OFF_TOPIC, type Topic } from './search-rules.ts'
import { greetings, smallTalkPhrases } from './small-talk-phrases.ts'

export const GREETING = 'live/hello'

/** The topic of an app: its help passage, or else its manifest. */
export const appTopic = (id: string) => `apps/${id}`

/** What the classifier learns that a message asks for: a job of an app, or a change of its form. Not a topic, because nothing is told about it. */
export const orderTopic = (appId: string) => `order/${appId}`

/** The apps that can be ordered in the chat, with their topics. Write is never offered by words: it would speak for Infra. */
export function orderedApps(apps: readonly AppManifest[]): { appId: string; about: string; topic: string }[] {
  return apps
    .filter(({ id }) => id !== 'write')
    .map(({ id }) => ({ appId: id, about: appTopic(id), topic: orderTopic(id) }))
}

/** All topics that Infra can answer, with the texts that they're found by. */
export function topicsOf(help: readonly Passage[], apps: readonly AppManifest[]): Topic[] {
  const known = new Set(help.map(({ id }) => id))
  const described = apps.map((app) => ({ ...app, topic: appTopic(app.id) }))
  const served = new Set(described.map(({ topic }) => topic))
  return [
    // Leaves out passages of apps that aren't offered here.
    ...help
      .filter(({ id }) => !id.startsWith('apps/') || served.has(id))
      .map(({ id, heading, asked, text }) => ({
        id,
        texts: [heading, ...asked],
        // Without the link at its end, which is similar in every passage.
        body: text.replace(/\s*\[[^\]]*\]\([^)]*\)\s*$/, ''),
      })),
    ...Object.entries({ ...livePhrases, ...smallTalkPhrases }).map(([name, texts]) => ({
      id: `live/${name}`,
      texts,
    })),
    ...described
      .filter(({ topic }) => !known.has(topic))
      .map(({ topic, name, tagline, description }) => ({
        id: topic,
        texts: [`How do I use ${name}?`, tagline, `${name}. ${tagline} ${description}`],
      })),
    { id: GREETING, texts: greetings },
    ...Object.entries(actionPhrases).map(([name, texts]) => ({ id: `do/${name}`, texts })),
    { id: OFF_TOPIC, texts: offTopicPhrases },
  ]
}
