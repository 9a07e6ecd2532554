import { failAttempt } from '@infra/protocol/attempts'
import { expect, test } from 'vitest'
import { agentHarness, SOON } from '../test/agent-harness.ts'
import { startRemote } from '../test/remote-server.ts'

const harness = agentHarness()

const DIGEST = 'ab'.repeat(32)
const input = { prompt: 'Say hello', length: 64, temperature: 0.5, seed: 7 }

async function startWriter(chat: Parameters<typeof startRemote>[0][string]) {
  const remote = await startRemote({
    'POST /api/chat': chat,
    'GET /api/tags': () => ({ models: [{ name: 'tiny', digest: DIGEST }] }),
    'GET /api/version': () => ({ version: '0.12.6' }),
  })
  const settings = {
    WRITE_URL: remote.url.href,
    WRITE_KIND: 'ollama',
    WRITE_MODEL: 'tiny',
    NODE_APPS: 'echo,write',
  }
  return { remote, settings }
}

const served = () => harness.greeting().apps.map(({ id }: { id: string }) => id)

test('a node with a writer serves its app and names the writer in the receipt', async () => {
  const { settings } = await startWriter(() => ({ message: { content: 'Hello.' }, done: true }))
  const agent = await harness.start(settings)
  await agent.ready
  expect(served()).toEqual(['write', 'echo'])

  const job = harness.network.submit('write', input)

  await expect.poll(() => harness.finishOf(job), SOON).toHaveLength(1)
  const { outputs, claims } = harness.finishOf(job)[0]!.body
  expect(outputs).toMatchObject([{ name: 'text', text: 'Hello.' }])
  expect(claims).toMatchObject({
    engine: 'Ollama',
    engineVersion: '0.12.6',
    model: 'tiny',
    weights: DIGEST,
    weightsProof: 'declared',
  })
})

test('cancelling a job also cancels it at the writer', async () => {
  const { remote, settings } = await startWriter(() => undefined)
  await harness.start(settings)
  const job = harness.network.submit('write', input)
  await expect.poll(() => remote.at('POST /api/chat'), SOON).toHaveLength(1)

  harness.network.end(job, 'job_cancelled')

  await expect.poll(() => remote.disconnected, SOON).toEqual(['POST /api/chat'])
  expect(harness.network.at(failAttempt)).toEqual([])
})

test('an app is not served if its program is missing, nor after its program goes away', async () => {
  const { remote, settings } = await startWriter((_, response) => void response.destroy())
  const agent = await harness.start(settings)
  await agent.ready
  harness.network.submit('write', input)
  await expect.poll(() => harness.network.at(failAttempt), SOON).toHaveLength(1)
  expect(harness.network.at(failAttempt)[0]!.body).toMatchObject({ reason: 'app_failed', final: false })
  await expect.poll(served, SOON).toEqual(['echo'])
  await agent.stop()

  await remote.stop()
  const other = await harness.start(settings)
  await other.ready
  expect(served()).toEqual(['echo'])
  expect(other.lines.join('\n')).toMatch(/"write" is not served: .* cannot be reached/)
})
