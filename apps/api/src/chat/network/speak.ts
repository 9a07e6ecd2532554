import { randomInt } from 'node:crypto'
import type { AppManifest } from '@infra/protocol/apps/app'
import { takeMood } from '@infra/protocol/moods'
import { Refusal } from '@infra/protocol/refusal'
import type { Deps } from '../../deps.ts'
import { findJob, type JobRow } from '../../jobs/job-queries.ts'
import type { JobWatchers } from '../../jobs/watch/job-watchers.ts'
import { waitForEnd } from '../../jobs/watch/wait-for-end.ts'
import { collectReply } from '../collect-reply.ts'
import type { Answer, Question } from '../engine.ts'
import { findFreeNode, forgetChatRuns, orderChatRun } from './chat-runs.ts'
import { INSTRUCTIONS, promptOf, withLink } from './prompt.ts'

export type SpeakDeps = Deps & { jobWatchers: Pick<JobWatchers, 'watch'> }

/** Short, because people wait for it and there's an answer without it. */
export const SPEAK_SECONDS = 30

const TOKENS_MAX = 400

/**
 * Has a node phrase what is known. The node belongs to an operator that the network trusts with everything, since it reads what the person
 * said and asked about. Undefined if there's no such node or if it doesn't succeed.
 */
export async function speak(
  deps: SpeakDeps,
  app: AppManifest,
  { question, known }: { question: Question; known: Answer },
  { onText, signal }: { onText: (append: string) => void; signal: AbortSignal },
): Promise<Answer | undefined> {
  const { config, db, notifications } = deps
  const [node] = await findFreeNode(db, [[...config.referenceOperators], app.id, app.version])
  if (!node) return undefined
  const { mood, text: facts } = takeMood(known.text)
  const prompt = promptOf(facts, question)
  const input = {
    prompt,
    instructions: INSTRUCTIONS,
    length: TOKENS_MAX,
    temperature: 0.3,
    seed: randomInt(2 ** 31),
  }
  const reply = collectReply(onText, known.state)
  reply.addSource(prompt)
  const forwarder = textForwarder(reply.add)
  const jobId = await orderChatRun(db, { app, input, nodeId: node.id })
  try {
    notifications.publish('queued_for', node.id)
    await waitForEnd(deps, jobId, { seconds: SPEAK_SECONDS, signals: [signal], onChange: forwarder.forward })
    const row = await findJob(db, jobId)
    if (row?.status !== 'finished' || !forwarder.forward(row)) return undefined
    const said = reply.end({ isCut: false, mood: mood ?? undefined })
    return { ...said, text: withLink(said.text, facts), offer: known.offer }
  } catch (error) {
    // The reply was empty.
    if (error instanceof Refusal) return undefined
    throw error
  } finally {
    await forgetChatRuns(db, [jobId])
  }
}

/** Forwards new text of a job. After a lost lease the text starts over, and what was already sent can't be taken back. */
function textForwarder(add: (chunk: string) => boolean) {
  let sent = ''
  let isBroken = false
  return {
    /** Returns whether the text still continues what was sent before. */
    forward: ({ status, lease, outputs }: JobRow): boolean => {
      const text = (status === 'finished' ? outputs?.[0]?.text : lease?.partialText) ?? ''
      if (text === '' && status !== 'finished') return true
      isBroken ||= !text.startsWith(sent)
      if (!isBroken && text.length > sent.length) {
        add(text.slice(sent.length))
        sent = text
      }
      return !isBroken
    },
  }
}
