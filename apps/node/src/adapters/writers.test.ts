import { expect, test } from 'vitest'
import { type ProgramName, type SimulateOptions, simulateProgram } from '../test/simulate-program.ts'
import { soonAborted, startAdapter } from '../test/start-adapter.ts'
import type { Adapter } from './adapter.ts'
import { ollama } from './ollama.ts'
import { openaiChat } from './openai-chat.ts'
import type { Remote } from './remote.ts'

// The responses follow the programs' own source code. What any server could send is in write.test.ts.

const input = { prompt: 'Say hello', instructions: 'Be brief.', length: 64, temperature: 0.5, seed: 7 }
const long = { ...input, length: 2048 }

interface Writer {
  name: ProgramName
  route: string
  model: string
  adapter: (remote: Remote, model: string) => Adapter
  facts: object
}

const openai = { route: 'POST /v1/chat/completions', adapter: openaiChat }
const writers: Writer[] = [
  {
    name: 'ollama',
    route: 'POST /api/chat',
    adapter: ollama,
    model: 'qwen3:4b',
    facts: {
      engine: 'Ollama',
      engineVersion: '0.40.12',
      model: 'qwen3:4b',
      weights: '359d7dd4bcdab3d86b87d73ac27966f4dbb9f5efdfcc75d34a8764a09474fae7',
    },
  },
  {
    ...openai,
    name: 'vllm',
    model: 'Qwen/Qwen3-4B',
    facts: { engine: 'vLLM', engineVersion: '0.19.1', model: 'Qwen/Qwen3-4B' },
  },
  {
    ...openai,
    name: 'llama-cpp',
    model: 'qwen3-4b.gguf',
    facts: { engine: 'llama.cpp', engineVersion: 'b9150-00dd0816', model: 'qwen3-4b.gguf' },
  },
]
const writerOf = (name: ProgramName) => writers.find((writer) => writer.name === name)!
const each = test.for(writers.map((writer) => [writer.name, writer] as const))

async function start(writer: Writer, options: SimulateOptions & { key?: string; model?: string } = {}) {
  const remote = await simulateProgram(writer.name, options)
  const adapter = writer.adapter({ url: remote.url, key: options.key }, options.model ?? writer.model)
  return { remote, adapter, write: (order = input) => startAdapter(adapter, order) }
}

each('%s streams its text, and names the engine and the model for the receipt', async ([, writer]) => {
  const { adapter, write } = await start(writer)
  await adapter.check(soonAborted())

  const job = await write()

  expect(await job.done).toEqual([{ name: 'text', kind: 'text', text: 'The fox 7 says Zoë 🦊' }])
  expect(job.text()).toBe('The fox 7 says Zoë 🦊')
  expect(job.parts).toEqual([0, 1 / 64, 2 / 64])
  expect(await job.facts).toEqual(writer.facts)
})

test.for(writers.flatMap((writer) => [1, 3, 1000].map((size) => [writer.name, size, writer] as const)))(
  '%s: reads a stream that is cut after every %i bytes',
  async ([, bytesAtOnce, writer]) => {
    const { write } = await start(writer, { bytesAtOnce })
    expect(await (await write()).done).toMatchObject([{ text: 'The fox 7 says Zoë 🦊' }])
  },
)

each('%s: cancelling a job stops the writing', async ([, writer]) => {
  const { remote, write } = await start(writer)
  const job = await write(long)
  await expect.poll(() => job.text().includes('🦊 Zoë')).toBe(true)
  expect(remote.running()).toBe(1)

  job.cancel()

  await expect(job.done).rejects.toThrow('cancelled')
  await expect.poll(remote.running).toBe(0)
})

each(
  '%s: a job fails with advice if the model only thinks, and has reported progress',
  async ([, writer]) => {
    const { write } = await start(writer, { answers: { [writer.route]: 'onlyThought' } })
    const job = await write()
    await expect(job.done).rejects.toMatchObject({
      reason: 'app_failed',
      message: expect.stringContaining('Turn its thinking off'),
    })
    expect(job.parts.at(-1)).toBeGreaterThan(0)
  },
)

test('Ollama is asked not to think, and the thoughts of a model in vLLM are left out of the text', async () => {
  const { remote, write } = await start(writerOf('ollama'))
  await (await write()).done
  expect(remote.at('POST /api/chat')[0]!.body).toMatchObject({ think: false })

  const vllm = await start(writerOf('vllm'), { answers: { 'POST /v1/chat/completions': 'chatWithUsage' } })
  expect(await (await vllm.write()).done).toMatchObject([{ text: 'Hello.' }])
})

/** Program, response, and what the operator then sees. Those that are unavailable aren't served for a while. */
const failures: [ProgramName, string, { name?: string; reason?: string; message?: RegExp }][] = [
  [
    'ollama',
    'modelMissing',
    { name: 'RemoteUnavailable', message: /answered 404: model 'qwen3:4b' not found$/ },
  ],
  [
    'ollama',
    'badRequest',
    { reason: 'app_failed', message: /answered 400: option "seed" must be of type integer$/ },
  ],
  ['ollama', 'busy', { name: 'RemoteUnavailable', message: /answered 503: server busy, please try again/ }],
  ['ollama', 'errorBeforeText', { reason: 'out_of_memory' }],
  [
    'ollama',
    'errorInStream',
    { reason: 'app_failed', message: /^an error was encountered while running the model$/ },
  ],
  [
    'vllm',
    'modelMissing',
    { name: 'RemoteUnavailable', message: /answered 404: The model `.*` does not exist\.$/ },
  ],
  ['vllm', 'badRequest', { reason: 'app_failed', message: /valid integer/ }],
  ['vllm', 'tooLong', { reason: 'app_failed', message: /answered 400: This model's maximum context length/ }],
  ['vllm', 'unauthorized', { name: 'RemoteUnavailable', message: /answered 401: Unauthorized$/ }],
  ['vllm', 'engineDead', { reason: 'app_failed', message: /EngineCore encountered an issue/ }],
  ['vllm', 'errorInStream', { reason: 'out_of_memory', message: /^CUDA out of memory/ }],
  ['llama-cpp', 'loading', { name: 'RemoteUnavailable', message: /answered 503: Loading model$/ }],
  ['llama-cpp', 'unauthorized', { name: 'RemoteUnavailable', message: /answered 401: Invalid API Key$/ }],
  ['llama-cpp', 'badRequest', { reason: 'app_failed', message: /'messages' is required$/ }],
  ['llama-cpp', 'tooLong', { reason: 'app_failed', message: /exceeds the available context size/ }],
  ['llama-cpp', 'errorInStream', { reason: 'app_failed', message: /^Context size has been exceeded\.$/ }],
  ['llama-cpp', 'errorFieldInStream', { reason: 'app_failed', message: /^Compute error\.$/ }],
]

test.for(failures)(
  '%s, %s: the job fails with a reason and a readable message',
  async ([name, answer, { message, ...failure }]) => {
    const writer = writerOf(name)
    const { write } = await start(writer, { answers: { [writer.route]: answer } })
    const job = await write()
    await expect(job.done).rejects.toMatchObject({ final: false, ...failure })
    if (message) await expect(job.done).rejects.toThrow(message)
  },
)

test('the check fails for a model that is missing or still loading', async () => {
  for (const name of ['ollama', 'vllm', 'llama-cpp'] as const) {
    const { adapter } = await start(writerOf(name), { model: 'huge' })
    await expect(adapter.check(soonAborted())).rejects.toMatchObject({
      name: 'RemoteUnavailable',
      message: expect.stringContaining('"huge"'),
    })
  }
  const { adapter } = await start(writerOf('llama-cpp'), { answers: { 'GET /v1/models': 'loading' } })
  await expect(adapter.check(soonAborted())).rejects.toThrow('answered 503: Loading model')
})

test.for(['vllm', 'llama-cpp'] as const)(
  '%s: works with its key, and not with a wrong one or none',
  async (name) => {
    const writer = writerOf(name)
    const { adapter, write } = await start(writer, { authorization: 'Bearer right', key: 'right' })
    await adapter.check(soonAborted())
    const job = await write()
    expect(await job.done).toHaveLength(1)
    expect(await job.facts).toEqual(writer.facts)
    for (const key of [undefined, 'wrong']) {
      const closed = await start(writer, { authorization: 'Bearer right', key })
      await expect(closed.adapter.check(soonAborted())).rejects.toThrow('answered 401')
      await expect((await closed.write()).done).rejects.toMatchObject({ name: 'RemoteUnavailable' })
    }
  },
)
