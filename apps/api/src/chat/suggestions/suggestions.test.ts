import { findApp } from '@infra/protocol/apps/catalogue'
import { listChatThreads, sendChatMessage } from '@infra/protocol/chat'
import { submitJob } from '@infra/protocol/jobs'
import { expect, test } from 'vitest'
import { startNode } from '../../test/node.ts'
import { type Person, signInSomeone } from '../../test/person.ts'
import { startTestApi } from '../../test/start-test-api.ts'
import { type Known, suggestFor } from './suggestion-rules.ts'

const testApi = await startTestApi()
const suggestedTo = async (person: Person) => (await person.call(listChatThreads)).suggestions
const echo = { body: { appId: 'echo', input: { text: 'hi' } } }

test('suggestions fit a newcomer, a person whose job waits, one whose job has finished, and one who runs a node', async () => {
  const alice = await signInSomeone(testApi)
  expect(await suggestedTo(alice)).toEqual([
    'Write a story about a lighthouse',
    'What can I do with my credits?',
    'Who can see what I make?',
  ])
  const apps = [{ id: 'echo', version: findApp('echo')!.version }]
  const node = await startNode(testApi, { operator: await signInSomeone(testApi), apps })
  await alice.call(submitJob, echo)
  expect((await suggestedTo(alice))[0]).toBe('Where is my job?')
  await node.finish(await node.claim())
  expect((await suggestedTo(alice))[0]).toBe('Make a new version of my last job')
  await startNode(testApi, { operator: alice, apps })
  expect((await suggestedTo(alice))[0]).toBe('What did my nodes earn this week?')
})

test('the chat understands each of its suggestions', async () => {
  const alice = await signInSomeone(testApi)
  const states: Known[] = (['queued', 'error', 'finished', undefined] as const).flatMap((status) =>
    [0, 1].map((nodes) => ({ latest: status && { status }, credits: nodes * 500, nodes })),
  )
  for (const message of new Set(states.flatMap(suggestFor))) {
    const reply = await alice.call(sendChatMessage, { body: { message } })
    expect(reply.message, message).not.toMatch(/^I don't know that/)
  }
})
