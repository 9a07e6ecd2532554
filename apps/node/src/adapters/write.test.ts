import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { type RemoteServer, startRemote } from '../test/remote-server.ts'
import { soonAborted, startAdapter } from '../test/start-adapter.ts'
import type { Adapter } from './adapter.ts'
import { ollama } from './ollama.ts'
import { openaiChat } from './openai-chat.ts'

const input = { prompt: 'Say hello', instructions: 'Be brief.', length: 64, temperature: 0.5, seed: 7 }

/** What the two protocols have in common. */
interface Speech {
  name: string
  route: string
  adapter: (server: RemoteServer, model?: string) => Adapter
  /** What the adapter reports about the program. */
  facts: object
  /** The protocol's names for the order's settings. */
  settings: object
  piece: (text: string) => string
  end: string
  error: (words: string) => string
}

const speeches: Speech[] = [
  {
    name: 'openai',
    route: 'POST /v1/chat/completions',
    adapter: ({ url }, model = 'tiny') => openaiChat({ url, key: 'secret' }, model),
    facts: { engine: 'OpenAI-compatible server', model: 'tiny' },
    settings: { max_tokens: 64, temperature: 0.5, seed: 7 },
    piece: (content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`,
    end: 'data: [DONE]\n\n',
    error: (message) => `data: ${JSON.stringify({ error: { message } })}\n\n`,
  },
  {
    name: 'ollama',
    route: 'POST /api/chat',
    adapter: ({ url }, model = 'tiny') => ollama({ url }, model),
    facts: { engine: 'Ollama', engineVersion: '0.12.6', model: 'tiny:latest', weights: 'ab'.repeat(32) },
    settings: { options: { num_predict: 64, temperature: 0.5, seed: 7 } },
    piece: (content) => `${JSON.stringify({ message: { role: 'assistant', content }, done: false })}\n`,
    end: `${JSON.stringify({ message: { role: 'assistant', content: '' }, done: true })}\n`,
    error: (error) => `${JSON.stringify({ error })}\n`,
  },
]

const each = test.for(speeches.map((speech) => [speech.name, speech] as const))

function server(speech: Speech, answer: (response: ServerResponse) => unknown) {
  return startRemote({
    [speech.route]: (_, response) => void answer(response),
    'GET /v1/models': () => ({ data: [{ id: 'tiny' }] }),
    'GET /api/tags': () => ({ models: [{ name: 'tiny:latest', digest: `sha256:${'ab'.repeat(32)}` }] }),
    'GET /api/version': () => ({ version: '0.12.6' }),
  })
}

each('%s: passes text on as it arrives, without splitting a character', async ([, speech]) => {
  const remote = await server(speech, (response) => {
    const bytes = Buffer.from(`${['Hel', 'lo, ', 'Zoë', ' 🦊'].map(speech.piece).join('')}${speech.end}`)
    // Partly byte by byte, because a character may arrive in two packets.
    for (const byte of bytes.subarray(0, -40)) response.write(Buffer.of(byte))
    response.end(bytes.subarray(-40))
  })
  const job = await startAdapter(speech.adapter(remote), input)

  expect(await job.done).toEqual([{ name: 'text', kind: 'text', text: 'Hello, Zoë 🦊' }])
  expect(job.text()).toBe('Hello, Zoë 🦊')
  expect(await job.facts).toEqual(speech.facts)
  expect(job.parts.length).toBeGreaterThanOrEqual(3)
  expect(remote.at(speech.route)[0]!.body).toMatchObject({
    model: 'tiny',
    stream: true,
    ...speech.settings,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Say hello' },
    ],
  })
})

each('%s: cancelling a job closes the connection to the server', async ([, speech]) => {
  const remote = await server(speech, (response) => response.write(speech.piece('Once')))
  const job = await startAdapter(speech.adapter(remote), input)
  await expect.poll(job.text).toBe('Once')

  job.cancel()

  await expect(job.done).rejects.toThrow('cancelled')
  await expect.poll(() => remote.disconnected).toEqual([speech.route])
})

each('%s: each failure is reported with its reason', async ([, speech]) => {
  const cases: [(response: ServerResponse) => unknown, object][] = [
    [(response) => response.writeHead(500).end('The model is broken.'), { reason: 'app_failed' }],
    [(response) => response.writeHead(500).end('CUDA out of memory.'), { reason: 'out_of_memory' }],
    [
      (response) => response.end(speech.piece('On') + speech.error('CUDA error: out of memory')),
      { reason: 'out_of_memory' },
    ],
    [(response) => response.end('<html>Welcome!</html>\n'), { reason: 'app_failed' }],
    [(response) => response.end('data: {"choices": 7}\n{"done": "no"}\n'), { reason: 'app_failed' }],
    [(response) => response.end(speech.end), { reason: 'app_failed' }],
    // Cut off by the server, and by the network.
    [(response) => response.end(speech.piece('On')), { name: 'RemoteUnavailable' }],
    [
      (response) => {
        response.write(speech.piece('On'))
        setTimeout(() => response.destroy(), 50)
      },
      { name: 'RemoteUnavailable' },
    ],
    [(response) => response.end(speech.piece('x'.repeat(60_000)).repeat(2)), { reason: 'output_refused' }],
    [(response) => response.end('y'.repeat(3_000_000)), { reason: 'app_failed' }],
  ]
  for (const [answer, failure] of cases) {
    const remote = await server(speech, answer)
    const job = await startAdapter(speech.adapter(remote), input)
    await expect(job.done).rejects.toMatchObject({ final: false, ...failure })
    await remote.stop()
  }
})

each('%s: a server that never responds times out, and the connection is closed', async ([, speech]) => {
  const remote = await server(speech, () => {})
  const job = await startAdapter(speech.adapter(remote), input, 0.2)

  await expect(job.done).rejects.toMatchObject({ reason: 'timed_out' })
  await expect.poll(() => remote.disconnected).toEqual([speech.route])
})

each('%s: the check passes only if the server is there and has the model', async ([, speech]) => {
  const remote = await server(speech, () => {})
  await speech.adapter(remote).check(soonAborted())
  await expect(speech.adapter(remote, 'huge').check(soonAborted())).rejects.toThrow('"huge"')
  await remote.stop()
  await expect(speech.adapter(remote).check(soonAborted())).rejects.toMatchObject({
    name: 'RemoteUnavailable',
  })
  const job = await startAdapter(speech.adapter(remote), input)
  await expect(job.done).rejects.toMatchObject({ name: 'RemoteUnavailable', reason: 'app_failed' })
})

test('the key is sent only to the configured server, not to where it redirects', async () => {
  const other = await startRemote({})
  const remote = await server(speeches[0]!, (response) =>
    response.writeHead(307, { location: `${other.url}v1/chat/completions` }).end(),
  )
  const job = await startAdapter(speeches[0]!.adapter(remote), input)

  await expect(job.done).rejects.toMatchObject({ reason: 'app_failed' })
  expect(remote.requests[0]!.headers.authorization).toBe('Bearer secret')
  expect(other.requests).toEqual([])
})

test('text from Ollama is accepted even if its version and models can’t be read', async () => {
  const ended = `${JSON.stringify({ message: { content: 'Hello.' }, done: true })}\n`
  for (const silent of [undefined, {}, { version: 7, models: 'none' }]) {
    const remote = await startRemote({
      'POST /api/chat': (_, response) => void response.end(ended),
      ...(silent && { 'GET /api/version': () => silent, 'GET /api/tags': () => silent }),
    })
    const job = await startAdapter(ollama({ url: remote.url }, 'tiny'), input)
    expect(await job.done).toMatchObject([{ text: 'Hello.' }])
    expect(await job.facts).toEqual({ engine: 'Ollama', model: 'tiny' })
  }
})
