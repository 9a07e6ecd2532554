import { sendChatMessage } from '@infra/protocol/chat'
import { sendBugReport } from '@infra/protocol/feedback'
import { submitJob } from '@infra/protocol/jobs'
import { requestLink } from '@infra/protocol/nodes'
import { expect, test } from 'vitest'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const alice = await signInSomeone(testApi)

const blank = '\u200b\u2060\ufeff\u3164\u00ad\u2800'
const wordless: [string, object][] = [
  [submitJob.path, { appId: 'echo', input: { text: blank } }],
  [sendChatMessage.path, { message: blank }],
  [sendBugReport.path, { kind: 'praise', title: blank, description: blank.repeat(3) }],
  [requestLink.path, { node: alice.address, signature: `0x${'0'.repeat(130)}`, name: blank }],
]

test.for(wordless)('[finding X17] %s refuses text without a visible character', async ([path, body]) => {
  const response = await fetch(`${testApi.origin}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${alice.tokens.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(422)
  expect(JSON.stringify(await response.json())).toContain('must have something to read')
})
