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

/** What was told in events, what the last of them said, and what is kept. */
async function answerTo(message: string) {
  const events = await eventsOf(await sendMessage(testApi, alice, { message }))
  const reply = events.at(-1)!.data as { message: string; threadId: string }
  expect(events.at(-1)!.event).toBe('reply')
  const told = events
    .filter(({ event }) => event === 'text')
    .map(({ data }) => (data as { append: string }).append)
    .join('')
  const { messages } = await alice.call(getChatThread, { params: { id: reply.threadId } })
  return { told, reply: reply.message, kept: messages.at(-1)!.content }
}

test.for([
  ['NUL', ['a\0b', ' \0c'], 'ab c'],
  ['the first half of a pair', ['a \ud83e b'], 'a \ufffd b'],
  ['the second half of a pair', ['a \udd8a b'], 'a \ufffd b'],
  ['half a pair at the very end', ['fox \ud83e'], 'fox \ufffd'],
  ['a pair in two pieces', ['fox \ud83e', '\udd8a!'], 'fox 🦊!'],
] as const)(
  '[finding X1] of a reply with %s the same clean text is told and kept',
  async ([, pieces, clean]) => {
    model.script.push(words(...pieces))
    const { told, reply, kept } = await answerTo('what is a node')
    expect({ told, reply, kept }).toEqual({
      told: clean,
      reply: `${clean} [[mood:neutral]]`,
      kept: `${clean} [[mood:neutral]]`,
    })
  },
)

test('[finding X1] a form that the model filled in with NUL or half a character is offered clean', async () => {
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
    'a cut in the middle of a character',
    words(`${'x'.repeat(5_999)}🦊`),
    `${'x'.repeat(5_999)}\n\n${NOTICE}`,
  ],
  [
    'a cut in a code block',
    words(`\`\`\`\n${'x'.repeat(7_000)}`),
    `\`\`\`\n${'x'.repeat(5_996)}\n\`\`\`\n\n${NOTICE}`,
  ],
  ['an end by the limit of the model', stopped, `Nodes are machines that\n\n${NOTICE}`],
] as const)(
  '[finding X3] a reply with %s says that it was cut, told and kept the same',
  async ([, script, text]) => {
    model.script.push(script)
    const { told, kept } = await answerTo('what is a node')
    expect({ told, kept }).toEqual({ told: text, kept: `${text} [[mood:neutral]]` })
  },
)

test('a reply of exactly 6,000 characters is whole, and says nothing of a cut', async () => {
  model.script.push(words('x'.repeat(3_000), 'y'.repeat(3_000)))
  const { kept } = await answerTo('what is a node')
  expect(kept).toBe(`${'x'.repeat(3_000)}${'y'.repeat(3_000)} [[mood:neutral]]`)
})
