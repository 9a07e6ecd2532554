import { sendChatMessage } from '@infra/protocol/chat'
import { beforeEach, expect, test } from 'vitest'
import { startNode } from '../../test/node.ts'
import { signInSomeone } from '../../test/person.ts'
import { recountNetwork } from '../../test/recount-network.ts'
import { eventsOf, sendMessage } from '../../test/send-message.ts'
import { callTool, scriptedModel, words } from '../../test/servers/scripted-model.ts'
import { startTestApi } from '../../test/start-test-api.ts'

const model = await scriptedModel()
const testApi = await startTestApi({ env: { CHAT_MODEL_URL: `${model.url}/`, CHAT_MODEL_NAME: 'liar' } })
const alice = await signInSomeone(testApi)
const ask = async (message: string) => (await alice.call(sendChatMessage, { body: { message } })).message
const NOTICE = '*I left out a figure that I could not check.*'

beforeEach(() => {
  model.script.length = 0
})

test.for([
  ['digits', ['You have 7,777 credits.'], 'You have … credits.'],
  ['words', ['You have seven thousand credits.'], 'You have … credits.'],
  ['a percentage', ['That is 93 % of all credits.'], 'That is … % of all credits.'],
  ['chunks', ['You have 5', '00', '0 cre', 'dits.'], 'You have … credits.'],
  ['words in chunks', ['You have seven', 'ty-', 'three credits.'], 'You have … credits.'],
  ['the wrong unit', ['You have 500 nodes.'], 'You have … nodes.'],
  ['digits of another script', ['You have ٧٧٧ credits.'], 'You have … credits.'],
] as const)('a wrong figure in %s is left out, of the reply and of the stream', async ([, lie, shown]) => {
  model.script.push(callTool('my-credits', '{}'), words(...lie))
  const events = await eventsOf(await sendMessage(testApi, alice, { message: 'how rich am i' }))
  const { message } = events.at(-1)!.data as { message: string }
  expect(message).toBe(`${shown}\n\n${NOTICE} [[mood:neutral]]`)
  const streamed = events
    .filter(({ event }) => event === 'text')
    .map(({ data }) => (data as { append: string }).append)
  expect(streamed.join('')).toBe(`${shown}\n\n${NOTICE}`)
})

test('figures from tools and from the question are kept', async () => {
  model.script.push(callTool('my-credits', '{}'), words('You have five hundred credits, not 4321.'))
  expect(await ask('do i have 4321 credits?')).toBe(
    'You have five hundred credits, not 4321. [[mood:neutral]]',
  )
})

test('a model may offer an action of the built-in engine; invalid offers get an error', async () => {
  model.script.push(callTool('offer_node_maintenance', '{}'), words('I cannot.'))
  await ask('rest my node')
  expect(model.asked.at(-1)!.body.messages.at(-1)!.content).toBe('An argument is missing.')
  model.script.push(callTool('offer_job_action', '{"action":"cancel"}'), words('Nothing to cancel.'))
  await ask('stop it')
  expect(model.asked.at(-1)!.body.messages.at(-1)!.content).toContain('None of your jobs is open')

  const node = await startNode(testApi)
  await recountNetwork(testApi.deps.db)
  model.script.push(callTool('offer_node_maintenance', '{"maintenance":true}'), words('As you like.'))
  const reply = await node.operator.call(sendChatMessage, { body: { message: 'let it rest' } })
  expect(reply.offer).toEqual({ kind: 'node', nodeId: node.id.toLowerCase(), maintenance: true })
})
