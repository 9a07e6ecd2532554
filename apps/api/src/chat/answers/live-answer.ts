import type { AppManifest } from '@infra/protocol/apps/app'
import type { Offer } from '@infra/protocol/chat'
import type { Mood } from '@infra/protocol/moods'
import type { Deps } from '../../deps.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'

/** What a live answer is composed from: who asks, and what the API knows. */
export interface AnswerContext {
  deps: Deps
  /** What is offered now: neither what is switched off nor what only tests the network. */
  apps: readonly AppManifest[]
  knowledge: Knowledge
  address: string
  /** The app that was named, if one was. */
  app: AppManifest | undefined
}

/** An answer made of what the database has at this moment. */
export interface LiveAnswer {
  text: string
  mood: Mood
  offer?: Offer
}
