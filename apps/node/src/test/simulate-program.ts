import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type RemoteRequest, type RemoteServer, startRemote } from './remote-server.ts'

/** A response of one of the programs, recorded from its own sources: `adapters/conversations`. */
const Answer = z.strictObject({
  /** Which of the sources says so. */
  from: z.string(),
  /** The form is from the source, the words in it are an example. */
  wording: z.literal('example').optional(),
  status: z.int(),
  headers: z.record(z.string(), z.string()).optional(),
  /** One of: a whole body, or the parts of a stream. */
  json: z.unknown().optional(),
  text: z.string().optional(),
  lines: z.array(z.unknown()).optional(),
  events: z.array(z.unknown()).optional(),
  /** The part of a stream that comes again and again while a long text is written. */
  repeats: z.int().optional(),
})
const Message = z.strictObject({
  from: z.string(),
  wording: z.literal('example').optional(),
  data: z.unknown(),
})
const Conversation = z.strictObject({
  program: z.string(),
  version: z.string(),
  sources: z.record(z.string(), z.string()),
  /** If there are any, it refuses all others; if not, it accepts any name. */
  models: z.array(z.string()),
  key: z.strictObject({ guards: z.array(z.string()), answer: z.string() }).optional(),
  /** JSON schemas of the bodies that it takes. */
  takes: z.record(
    z.string(),
    z.strictObject({ from: z.string(), schema: z.record(z.string(), z.unknown()) }),
  ),
  nodes: z
    .record(z.string(), z.object({ inputs: z.record(z.string(), z.unknown()), returns: z.array(z.string()) }))
    .optional(),
  routes: z.record(z.string(), z.string()),
  /** To what it has no route for. */
  unknown: z.string(),
  answers: z.record(z.string(), Answer),
  messages: z.record(z.string(), Message).optional(),
})
export type Conversation = z.infer<typeof Conversation>
type Values = Record<string, unknown>

export const programs = ['comfyui', 'automatic1111', 'ollama', 'vllm', 'llama-cpp'] as const
export type ProgramName = (typeof programs)[number]

export function readConversation(name: ProgramName): Conversation {
  const file = join(import.meta.dirname, `../adapters/conversations/${name}.json`)
  return Conversation.parse(JSON.parse(readFileSync(file, 'utf8')))
}

export interface SimulatedProgram extends RemoteServer {
  conversation: Conversation
  /** How many texts are being written. */
  running: () => number
}

export interface SimulateOptions {
  /** Other answers than usual, by route. */
  answers?: Record<string, string>
  /** The authorization header that it wants. */
  authorization?: string
  /** How many bytes of a stream arrive at once. */
  bytesAtOnce?: number
}

type Handler = (asked: RemoteRequest, response: ServerResponse) => void | Promise<void>

const LONG_TOKENS = 1_000
const PIECE_MS = 10

/** A server that responds as the program would, and refuses what the program would refuse; a malformed request also fails the test. */
export async function simulateProgram(
  name: ProgramName,
  options: SimulateOptions = {},
  handlers: Record<string, Handler> = {},
  onSocket?: (client: string) => void,
): Promise<SimulatedProgram> {
  const conversation = readConversation(name)
  const wrong: string[] = []
  let running = 0
  const send = (response: ServerResponse, answer: string, values: Values = {}) =>
    reply(response, conversation, answer, values)
  const respond = async (asked: RemoteRequest, response: ServerResponse): Promise<void> => {
    const body = asked.body as
      | { model?: string; seed?: number; max_tokens?: number; options?: Record<string, number> }
      | undefined
    const isGuarded = conversation.key?.guards.some((path) => asked.path.startsWith(path))
    if (
      isGuarded &&
      options.authorization !== undefined &&
      asked.headers.authorization !== options.authorization
    )
      return send(response, conversation.key!.answer)
    const forced = options.answers?.[asked.route]
    if (forced === undefined && !takes(conversation, asked)) {
      wrong.push(`${asked.route} ${JSON.stringify(asked.body)}`)
      return send(response, 'badRequest')
    }
    if (forced === undefined && handlers[asked.route]) return handlers[asked.route]!(asked, response)
    const answer = forced ?? conversation.routes[asked.route]
    if (answer === undefined)
      return handlers['*'] ? handlers['*'](asked, response) : send(response, conversation.unknown)
    if (
      body?.model !== undefined &&
      conversation.models.length > 0 &&
      !conversation.models.includes(body.model)
    )
      return send(response, 'modelMissing', { model: body.model })
    const values = {
      model: body?.model,
      seed: body?.seed ?? body?.options?.seed,
      running,
      isRunning: running > 0,
    }
    const tokens = body?.max_tokens ?? body?.options?.num_predict ?? 0
    const { lines, events } = conversation.answers[answer]!
    if (!lines && !events) return send(response, answer, values)
    running += 1
    await stream(response, conversation, answer, values, { ...options, isLong: tokens >= LONG_TOKENS })
    running -= 1
  }
  const remote = await startRemote(
    { '*': (asked, response) => void respond(asked, response) },
    { authorization: options.authorization, onSocket },
  )
  onTestFinished(() => expect(wrong).toEqual([]))
  return { ...remote, conversation, running: () => running }
}

function takes({ takes }: Conversation, { route, body }: RemoteRequest): boolean {
  const schema = takes[route]?.schema
  return !schema || z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(body).success
}

export function reply(
  response: ServerResponse,
  conversation: Conversation,
  name: string,
  values: Values = {},
): void {
  const { status, headers, json, text } = conversation.answers[name]!
  const body = json === undefined ? String(fill(text ?? '', values)) : JSON.stringify(fill(json, values))
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

async function stream(
  response: ServerResponse,
  conversation: Conversation,
  name: string,
  values: Values,
  { bytesAtOnce, isLong }: SimulateOptions & { isLong: boolean },
): Promise<void> {
  const { lines, events, status, headers, repeats } = conversation.answers[name]!
  response.writeHead(status, headers)
  const parts = lines
    ? lines.map((line) => `${JSON.stringify(fill(line, values))}\n`)
    : events!.map((event) => eventOf(event, values))
  if (isLong && repeats !== undefined) {
    response.write(parts.slice(0, repeats).join(''))
    while (!response.destroyed) {
      response.write(parts[repeats])
      await sleep(PIECE_MS)
    }
    return
  }
  for (const part of bytesAtOnce ? slices(Buffer.from(parts.join('')), bytesAtOnce) : parts) {
    response.write(part)
    // A packet of its own.
    await sleep(1)
  }
  response.end()
}

/** What is no JSON is a comment, another field, or the mark of the end. */
function eventOf(event: unknown, values: Values): string {
  if (typeof event !== 'string') return `data: ${JSON.stringify(fill(event, values))}\n\n`
  return event === '[DONE]' ? 'data: [DONE]\n\n' : `${event}\n\n`
}

function* slices(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Fills in values: a string that is nothing but a name in braces becomes the value itself. */
export function fill(template: unknown, values: Values): unknown {
  if (Array.isArray(template)) return template.map((item) => fill(item, values))
  if (typeof template === 'object' && template !== null)
    return Object.fromEntries(
      Object.entries(template).map(([name, value]) => [fill(name, values), fill(value, values)]),
    )
  if (typeof template !== 'string') return template
  const whole = /^\{\{(\w+)\}\}$/.exec(template)?.[1]
  if (whole !== undefined) return values[whole]
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
}
