import type { AppManifest } from '@infra/protocol/apps/app'
import type { Offer } from '@infra/protocol/chat'
import type { Mood } from '@infra/protocol/moods'
import type { Deps } from '../../deps.ts'
import type { DialogueState, Facts, OfferedOrder, Period } from '../dialogue/state-rules.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'

/** What a live answer is made from: who asks, and what the API knows. */
export interface AnswerContext {
  deps: Deps
  /** What is offered now, without apps that are switched off or only test the network. */
  apps: readonly AppManifest[]
  knowledge: Knowledge
  address: string
  /** The app that was named, or that the conversation is about. */
  app?: AppManifest | undefined
  /** The size of an input that was named. */
  facts?: Facts | undefined
  period?: Period | undefined
  /** What was offered last, as far as it was filled in. */
  order?: OfferedOrder | undefined
  /** The job that the conversation is about. */
  jobId?: string | undefined
  /** The link of the last answer. */
  link?: string | undefined
}

/** An answer from the current data in the database. */
export interface LiveAnswer {
  text: string
  mood: Mood
  offer?: Offer
  /** Must be said in exactly these words. */
  isFixed?: boolean
  /** What the conversation is about from here on. */
  about?: Partial<DialogueState>
}
