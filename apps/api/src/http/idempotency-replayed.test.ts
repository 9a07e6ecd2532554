import { sendChatMessage } from '@infra/protocol/chat'
import { sendBugReport } from '@infra/protocol/feedback'
import { retryJob, submitJob } from '@infra/protocol/jobs'
import { expect, test } from 'vitest'
import { runEcho } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { readDocument } from '../test/read-document.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const alice = await signInSomeone(testApi)
const node = await startNode(testApi)
const finished = await runEcho(testApi.deps, { person: alice, node })

const orders: [string, object | undefined][] = [
  [submitJob.path, { appId: 'echo', input: { text: 'once' } }],
  [retryJob.path.replace('{id}', finished), undefined],
  [sendChatMessage.path, { message: 'hello' }],
  [sendBugReport.path, { kind: 'praise', title: 'Good', description: 'It is very good.' }],
]

test.for(orders)('[finding X16] %s marks its answer to a repeated key as replayed', async ([path, body]) => {
  const key = crypto.randomUUID()
  const send = async (accept = 'application/json') => {
    const response = await fetch(`${testApi.origin}/api${path}`, {
      method: 'POST',
      headers: {
        accept,
        authorization: `Bearer ${alice.tokens.accessToken}`,
        'idempotency-key': key,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { text: await response.text(), replayed: response.headers.get('idempotency-replayed') }
  }
  const first = await send()
  expect(first.replayed).toBeNull()
  expect(await send()).toEqual({ text: first.text, replayed: 'true' })
  if (path === sendChatMessage.path) expect((await send('text/event-stream')).replayed).toBe('true')
})

test('[finding X16] the header is documented wherever a key is accepted', async () => {
  const { operations } = await readDocument(testApi)
  const keyed = operations.filter(({ parameters }) =>
    parameters.some(({ name }) => name === 'idempotency-key'),
  )
  expect(keyed).toHaveLength(5)
  for (const { responses } of keyed) {
    const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'))!
    expect(success).toHaveProperty('headers.Idempotency-Replayed')
  }
})
