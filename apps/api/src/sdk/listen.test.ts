import { once } from 'node:events'
import { cancelJob, submitJob } from '@infra/protocol/jobs'
import { changeWebhook, createWebhook } from '@infra/protocol/programs/webhooks'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { makeTestKey } from '../test/api-key.ts'
import { echo } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { buildCli } from '../test/programs/build-cli.ts'
import { faultProxy } from '../test/servers/fault-proxy.ts'
import { startWebhookReceiver } from '../test/servers/webhook-receiver.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi()
api.clock.now = new Date()
const alice = await signInSomeone(api)
const key = await makeTestKey(api, alice, { scopes: ['read'] })
await startNode(api)
const { start, run } = await buildCli({ INFRA_URL: api.origin, INFRA_KEY: key.secret })

test('listen forwards each event once with a valid signature, even after the connection broke', async () => {
  const { id, secret } = await alice.call(createWebhook, {
    body: { url: 'https://example.org/infra', events: ['job.cancelled'] },
  })
  const receiver = await startWebhookReceiver()
  const proxy = await faultProxy(api.origin)
  const cancelOne = async () => {
    const job = await alice.call(submitJob, echo('unwanted'))
    await alice.call(cancelJob, { params: { id: job.id } })
    return job.id
  }
  const before = await cancelOne()
  const { child, ended } = start(['listen', id, '--forward', `${receiver.url}/hook`, '--json'], {
    env: { INFRA_URL: proxy.url },
  })
  await once(child.stderr, 'data')
  const cancelledIds = [await cancelOne()]
  await eventually(() => expect(receiver.received).toHaveLength(1))
  await proxy.inject({ kind: 'refuse' })
  cancelledIds.push(await cancelOne(), await cancelOne())
  await proxy.restore()
  await eventually(() => expect(receiver.received).toHaveLength(3))
  expect(receiver.received.map(({ event }) => event.data.id)).toEqual(cancelledIds)
  expect(cancelledIds).not.toContain(before)
  for (const { path, body, headers } of receiver.received) {
    expect(path).toBe('/hook')
    new Verifier(secret).verify(body, headers as Record<string, string>)
  }
  await alice.call(changeWebhook, { params: { id }, body: { isOn: false } })
  const { code, stdout, stderr } = await ended
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toEqual(Array(3).fill({ id: expect.any(String), type: 'job.cancelled', status: 204 }))
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('off or deleted') })
})

test('listen refuses another user’s webhook, an invalid address and a missing id', async () => {
  const bob = await signInSomeone(api)
  const { id } = await bob.call(createWebhook, {
    body: { url: 'https://example.org/bob', events: ['job.cancelled'] },
  })
  expect(await run(['listen', id])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no such webhook'),
  })
  expect(await run(['listen', id, '--forward', 'localhost:3000'])).toMatchObject({ code: 2 })
  expect(await run(['listen'])).toMatchObject({ code: 2 })
})
