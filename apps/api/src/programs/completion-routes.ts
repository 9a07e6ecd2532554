import { createChatCompletion, createCompletion } from '@infra/protocol/v1/completions'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type OrderedJob, orderJob, outputOf } from './call-job.ts'
import { appAt } from './models.ts'
import { given } from './parameters.ts'
import { type ProgramDeps, type ProgramRequest, programRoute } from './program-route.ts'
import { streamJob, textSender } from './program-stream.ts'
import { afterBeginning, promptOf, untilStop } from './text-rules.ts'

/** How a text becomes a response and its chunks. */
interface TextForm {
  /** `chatcmpl` or `cmpl`. */
  prefix: string
  object: string
  chunkObject: string
  model: string
  choice: (text: string) => object
  /** What comes before any text, the text itself, and the end. */
  first?: object
  delta: (text: string) => object
  last: object
}

interface Written {
  stops: string[]
  /** The part of what the app wrote that the caller gets. */
  shown: (text: string) => string
  includesUsage: boolean
  isStream: boolean
}

export function completionRoutes(server: FastifyInstance, deps: ProgramDeps): void {
  programRoute(server, deps, createChatCompletion, async (call) => {
    const { body } = call
    const app = appAt('/chat/completions', body.model)
    const length = body.max_completion_tokens ?? body.max_tokens
    const lengthName = body.max_completion_tokens ? 'max_completion_tokens' : 'max_tokens'
    const job = await orderJob(deps, call, {
      appId: app,
      input: given({ ...promptOf(body.messages), length, temperature: body.temperature, seed: body.seed }),
      names: { prompt: 'messages', instructions: 'messages', length: lengthName },
    })
    return sendText(call, job, chatForm(app), { ...writtenOf(body), shown: (text) => text })
  })

  programRoute(server, deps, createCompletion, async (call) => {
    const { body } = call
    const app = appAt('/completions', body.model)
    const prompt = Array.isArray(body.prompt) ? body.prompt[0] : body.prompt
    const job = await orderJob(deps, call, {
      appId: app,
      // OpenAI's own default, which is also this app's minimum.
      input: given({ prompt, length: body.max_tokens ?? 16, temperature: body.temperature, seed: body.seed }),
      names: { length: 'max_tokens' },
    })
    const shown = (text: string) => (body.echo ? text : afterBeginning(text, prompt))
    return sendText(call, job, textForm(app), { ...writtenOf(body), shown })
  })
}

function writtenOf(body: {
  stop?: string | string[] | null
  stream?: boolean | null
  stream_options?: { include_usage?: boolean | null } | null
}): Omit<Written, 'shown'> {
  const { stop } = body
  return {
    stops: typeof stop === 'string' ? [stop] : (stop ?? []),
    includesUsage: body.stream_options?.include_usage ?? false,
    isStream: body.stream ?? false,
  }
}

const ENDED = { finish_reason: 'stop' }
const OPEN = { finish_reason: null }

function chatForm(model: string): TextForm {
  const common = { index: 0, logprobs: null }
  return {
    prefix: 'chatcmpl',
    object: 'chat.completion',
    chunkObject: 'chat.completion.chunk',
    model,
    choice: (content) => ({ ...common, message: { role: 'assistant', content, refusal: null }, ...ENDED }),
    first: { ...common, delta: { role: 'assistant', content: '' }, ...OPEN },
    delta: (content) => ({ ...common, delta: { content }, ...OPEN }),
    last: { ...common, delta: {}, ...ENDED },
  }
}

function textForm(model: string): TextForm {
  const common = { index: 0, logprobs: null }
  return {
    prefix: 'cmpl',
    object: 'text_completion',
    chunkObject: 'text_completion',
    model,
    choice: (text) => ({ ...common, text, ...ENDED }),
    delta: (text) => ({ ...common, text, ...OPEN }),
    last: { ...common, text: '', ...ENDED },
  }
}

async function sendText(
  call: Pick<ProgramRequest, 'request' | 'reply'>,
  job: OrderedJob,
  form: TextForm,
  { stops, shown, includesUsage, isStream }: Written,
): Promise<FastifyReply> {
  const id = `${form.prefix}-${job.jobId}`
  const created = Math.floor(Date.now() / 1000)
  const cut = (text: string, isGrowing: boolean) => untilStop(shown(text), stops, { isGrowing }).text
  if (!isStream) {
    const text = cut(outputOf(await job.finished()).text ?? '', false)
    const answer = { id, object: form.object, created, model: form.model, choices: [form.choice(text)] }
    return call.reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(JSON.stringify(answer))
  }
  const chunk = (choices: object[]) => ({ id, object: form.chunkObject, created, model: form.model, choices })
  let sendMore: ((text: string) => void) | undefined
  return streamJob(call, job, {
    begin: (send) => {
      sendMore = textSender((added) => send(chunk([form.delta(added)])))
      if (form.first) send(chunk([form.first]))
    },
    onChange: ({ lease }) => sendMore?.(cut(lease?.partialText ?? '', true)),
    end: (row, send) => {
      sendMore?.(cut(outputOf(row).text ?? '', false))
      send(chunk([form.last]))
      // Nodes don't report how many tokens there were, and we don't guess.
      if (includesUsage)
        send({
          ...chunk([]),
          usage: null,
          infra: { job: row.id, credits: row.charged, receipt: row.receipt },
        })
    },
    isDone: true,
  })
}
