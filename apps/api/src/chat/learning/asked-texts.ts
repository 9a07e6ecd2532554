import type { AskedConversation } from '../conversations/asked-question.ts'
import { OFF_TOPIC } from '../knowledge/search-rules.ts'
import type { Context } from '../knowledge/topic-classifier.ts'
import { appTopic, orderTopic } from '../knowledge/topics.ts'

export interface LabelledText {
  text: string
  topic: string
  context: Context
}

/** What people asked in conversations, if there's a topic for it. The classifier learns from these and from the phrasings. */
export function askedTexts(
  topics: readonly string[],
  conversations: readonly AskedConversation[],
): LabelledText[] {
  const known = new Set(topics)
  return conversations.flatMap(asked).filter(({ topic }) => known.has(topic))
}

/** Each question with its first topic, and with what the questions before it were about. */
function asked(conversation: AskedConversation): LabelledText[] {
  let context: Context = {}
  return conversation.map(({ asks, topics: [first], app }) => {
    const before = context
    const topic = topicOf(first, app)
    const appId = app ?? (topic.startsWith('apps/') ? topic.slice('apps/'.length) : before.appId)
    // After an action or a declined question, people return to what they talked about before it.
    const isAside = topic.startsWith('do/') || topic === OFF_TOPIC
    const spokenOf = isAside ? before.topic : topic
    context = { ...(spokenOf && { topic: spokenOf }), ...(appId && { appId }), said: asks }
    return { text: asks, topic: first === 'do/order' ? orderTopic(app!) : topic, context: before }
  })
}

function topicOf(expected: string | undefined, app: string | undefined): string {
  if (expected === undefined || expected === 'product/what-i-cannot-do') return OFF_TOPIC
  return expected === 'do/order' ? appTopic(app!) : expected
}
