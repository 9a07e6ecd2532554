import { getChatThread, sendChatMessage } from '@infra/protocol/chat'
import { beforeEach, expect, test } from 'vitest'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { eventsOf, sendMessage } from '../test/send-message.ts'
import { begin, callTool, type ModelAnswer, scriptedModel, words } from '../test/servers/scripted-model.ts'
import { startTestApi } from '../test/start-test-api.ts'

const model = await scriptedModel()
const testApi = await startTestApi({ env: { CHAT_MODEL_URL: model.url, CHAT_MODEL_NAME: 'tiny' } })
const alice = await signInSomeone(testApi)

beforeEach(() => {
  model.script.length = 0
})

/** The text that was streamed, the final reply, and the message in the thread. */
async function answerTo(message: string) {
  const events = await eventsOf(await sendMessage(testApi, alice, { message }))
  const reply = events.at(-1)!.data as { message: string; threadId: string }
  expect(events.at(-1)!.event).toBe('reply')
  const streamed = events
    .filter(({ event }) => event === 'text')
    .map(({ data }) => (data as { append: string }).append)
    .join('')
  const { messages } = await alice.call(getChatThread, { params: { id: reply.threadId } })
  return { streamed, reply: reply.message, kept: messages.at(-1)!.content }
}

test.for([
  ['NUL', ['a\0b', ' \0c'], 'ab c'],
  ['the first half of a surrogate pair', ['a \ud83e b'], 'a \ufffd b'],
  ['the second half of a surrogate pair', ['a \udd8a b'], 'a \ufffd b'],
  ['half a surrogate pair at the end', ['fox \ud83e'], 'fox \ufffd'],
  ['a surrogate pair in two pieces', ['fox \ud83e', '\udd8a!'], 'fox 🦊!'],
] as const)(
  '[finding X1] a reply with %s is cleaned, in the stream and in the thread',
  async ([, pieces, clean]) => {
    model.script.push(words(...pieces))
    const { streamed, reply, kept } = await answerTo('what is a node')
    expect({ streamed, reply, kept }).toEqual({
      streamed: clean,
      reply: `${clean} [[mood:neutral]]`,
      kept: `${clean} [[mood:neutral]]`,
    })
  },
)

test('[finding X1] NUL and half characters are removed from a form that the model filled in', async () => {
  await startNode(testApi)
  const call = String.raw`{"appId":"imagine","input":{"prompt":"a\u0000b \ud83e"}}`
  model.script.push(callTool('offer_app', call), words('There you go.'))
  const { offer, threadId } = await alice.call(sendChatMessage, { body: { message: 'write' } })
  expect(offer).not.toBeNull()
  expect(JSON.stringify(offer)).not.toMatch(/\\u0000|\\ud83e/)
  const { messages } = await alice.call(getChatThread, { params: { id: threadId } })
  expect(messages.at(-1)!.offer).toEqual(offer)
})

const stopped: ModelAnswer = (response) => {
  const choices = [{ delta: { content: 'Nodes are machines that' }, finish_reason: 'length' }]
  begin(response).end(`data: ${JSON.stringify({ choices })}\n\ndata: [DONE]\n\n`)
}
const NOTICE = '*This answer was too long and is cut off here.*'

test.for([
  ['6,001 characters', words('x'.repeat(6_001)), `${'x'.repeat(6_000)}\n\n${NOTICE}`],
  [
    '6,001 code units, cut in the middle of a character',
    words(`${'x'.repeat(5_999)}🦊`),
    `${'x'.repeat(5_999)}\n\n${NOTICE}`,
  ],
  [
    '7,000 characters in a code block',
    words(`\`\`\`\n${'x'.repeat(7_000)}`),
    `\`\`\`\n${'x'.repeat(5_996)}\n\`\`\`\n\n${NOTICE}`,
  ],
  ['a stop at the model’s own limit', stopped, `Nodes are machines that\n\n${NOTICE}`],
] as const)(
  '[finding X3] a reply with %s ends with a notice that it was cut off, in the stream and in the thread',
  async ([, script, text]) => {
    model.script.push(script)
    const { streamed, kept } = await answerTo('what is a node')
    expect({ streamed, kept }).toEqual({ streamed: text, kept: `${text} [[mood:neutral]]` })
  },
)

test('a reply of exactly 6,000 characters is whole, without that notice', async () => {
  model.script.push(words('x'.repeat(3_000), 'y'.repeat(3_000)))
  const { kept } = await answerTo('what is a node')
  expect(kept).toBe(`${'x'.repeat(3_000)}${'y'.repeat(3_000)} [[mood:neutral]]`)
})
