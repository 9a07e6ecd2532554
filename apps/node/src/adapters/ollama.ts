import { z } from 'zod'
import { JobFailure } from '../runners/runner.ts'
import { type Adapter, type EngineFacts, RemoteUnavailable } from './adapter.ts'
import { failureOf, type Remote, readFacts, readLines, request, requestJson } from './remote.ts'
import { type Piece, writeDown, writeOrder } from './writing.ts'

const LIST_BYTES_MAX = 10_000_000

const Tags = z.object({ models: z.array(z.object({ name: z.string(), digest: z.string().optional() })) })
const Version = z.object({ version: z.string() })
const Line = z.union([
  z.object({ error: z.string() }),
  z.object({
    message: z.object({ content: z.string(), thinking: z.string().optional() }).optional(),
    done: z.boolean(),
  }),
])

export function ollama(remote: Remote, model: string): Adapter {
  return {
    check: async (signal) => {
      const tags = Tags.safeParse(await requestJson(remote, 'api/tags', { signal }, LIST_BYTES_MAX))
      if (!tags.success) throw new RemoteUnavailable(`${remote.url.origin} does not answer as Ollama.`)
      const names = tags.data.models.map(({ name }) => name)
      if (!names.includes(model) && !names.includes(`${model}:latest`))
        throw new RemoteUnavailable(`Ollama has no model "${model}"; run "ollama pull ${model}".`)
    },
    run: async (job) => {
      const { messages, tokensMax, temperature, seed } = writeOrder(job.input)
      job.progress(0, 'Thinking')
      const options = { temperature, seed, num_predict: tokensMax }
      // Otherwise a model that can think does so, and uses up the ordered length.
      const body = { model, messages, options, think: false, stream: true }
      const response = await request(remote, 'api/chat', { body, signal: job.signal })
      const outputs = await writeDown(pieces(readLines(remote, response, job.signal)), job)
      return { outputs, facts: await describe(remote, model, job.signal) }
    },
  }
}

/** Its digest of a model is the SHA-256 of a list with the digest of each of the model's files. */
async function describe(remote: Remote, model: string, signal: AbortSignal): Promise<EngineFacts> {
  const [version, tags] = await Promise.all([
    readFacts(remote, 'api/version', Version, signal),
    readFacts(remote, 'api/tags', Tags, signal),
  ])
  const found = [model, `${model}:latest`]
    .map((name) => tags?.models.find((one) => one.name === name))
    .find((one) => one !== undefined)
  return {
    engine: 'Ollama',
    engineVersion: version?.version,
    model: found?.name ?? model,
    weights: found?.digest?.replace(/^sha256:/, ''),
  }
}

async function* pieces(lines: AsyncIterable<string>): AsyncGenerator<Piece> {
  for await (const line of lines) {
    if (line === '') continue
    const answer = Line.safeParse(asJson(line))
    if (!answer.success) throw unexpectedAnswer()
    if ('error' in answer.data) throw failureOf(answer.data.error)
    if (answer.data.message?.thinking) yield { isThought: true }
    if (answer.data.message?.content) yield { text: answer.data.message.content }
    if (answer.data.done) return yield { isEnd: true }
  }
}

function asJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw unexpectedAnswer()
  }
}

function unexpectedAnswer(): JobFailure {
  return new JobFailure('app_failed', 'The server answered something that is no chat.')
}
