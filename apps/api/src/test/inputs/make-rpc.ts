import { acceptedPrice, MCP_VERSION, mcpMeta } from '../programs/post-mcp.ts'
import { makeValue, oneOf, type Random, type Schema, TRAPS } from './make-value.ts'

/** A tool, as `tools/list` describes it. */
export interface ToolSchema {
  name: string
  inputSchema: Schema & { properties: Record<string, Schema & { title?: string }> }
}

/** What random requests are made from. */
export interface RpcSource {
  tools: readonly ToolSchema[]
  /** Ids, results and files that exist. */
  known: readonly string[]
  /** What the API has sealed for prices, with the call that it belongs to. */
  states: readonly { requestState: string; name: string; args: unknown }[]
}

type Message = Record<string, unknown>

export interface RpcRequest {
  headers: Record<string, string>
  /** As text, because it may be cut off. */
  body: string
  /** The message, if it is whole and unaltered by chance. */
  message: unknown
}

/** A request to `/mcp` that mostly fits: a call of a tool made from its own schema, or a recorded message that was changed. */
export function makeRpc(source: RpcSource, random: Random): RpcRequest {
  const message = random() < 0.6 ? makeCall(source, random) : oneOf(random, recorded(source, random))
  const isModern = random() < 0.5
  const id = isNotification(message) ? undefined : oneOf(random, [0, 1, 2, 3, 'server-discover-probe-1'])
  const about = isModern ? { ...mcpMeta(), ...oneOf(random, [{}, {}, tasks]) } : {}
  const progress = random() < 0.5 ? { progressToken: oneOf(random, [1, 'a token']) } : {}
  const meta = { ...(message.params as Message | undefined), _meta: { ...about, ...progress } }
  const whole = { jsonrpc: '2.0', ...(id !== undefined && { id }), ...message, params: meta }
  const sent = random() < 0.25 ? mutate(whole, source, random) : whole
  const text = JSON.stringify(sent) ?? ''
  const isCut = random() < 0.02
  return {
    headers: headersFor(message, { isModern, random }),
    body: isCut ? text.slice(0, Math.floor(text.length * random())) : text,
    message: isCut ? undefined : sent,
  }
}

const tasks = {
  'io.modelcontextprotocol/clientCapabilities': {
    elicitation: { form: {} },
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  },
}

const isNotification = ({ method }: Message) => String(method).startsWith('notifications/')

function makeCall({ tools, known, states }: RpcSource, random: Random): Message {
  if (states.length > 0 && random() < 0.1) {
    const { requestState, name, args } = oneOf(random, states)
    const changed = random() < 0.5 ? requestState : swapCharacter(requestState, random)
    return {
      method: 'tools/call',
      params: { name, arguments: args, requestState: changed, inputResponses: acceptedPrice },
    }
  }
  const tool = oneOf(random, tools)
  const args = makeArguments(tool, known, random)
  // Its input is that of any app.
  const app = oneOf(random, tools)
  const input = tool.name === 'quote' ? { app: app.name, input: makeArguments(app, known, random) } : args
  return { method: 'tools/call', params: { name: tool.name, arguments: input } }
}

function swapCharacter(text: string, random: Random): string {
  const at = Math.floor(random() * text.length)
  return text.slice(0, at) + oneOf(random, ['A', 'b', '.', '-']) + text.slice(at + 1)
}

function makeArguments({ inputSchema }: ToolSchema, known: readonly string[], random: Random): unknown {
  const properties = Object.entries(inputSchema.properties).map(([name, schema]) =>
    // A file has its form in words, and is mostly one that exists.
    [name, schema.title ? { ...schema, pattern: 'file' } : schema],
  )
  return makeValue({ ...inputSchema, properties: Object.fromEntries(properties) }, random, known)
}

/** As the official clients send them. */
function recorded({ known }: RpcSource, random: Random): Message[] {
  const clientInfo = { name: 'a test', version: '1' }
  const id = oneOf(random, known)
  const versions = [MCP_VERSION, '2025-11-25', '2025-06-18', '2025-03-26', '1999-01-01']
  return [
    { method: 'server/discover' },
    {
      method: 'initialize',
      params: { protocolVersion: oneOf(random, versions), capabilities: { elicitation: {} }, clientInfo },
    },
    { method: 'notifications/initialized' },
    {
      method: 'notifications/cancelled',
      params: { requestId: oneOf(random, [0, 1, 2, 3]), reason: 'enough' },
    },
    { method: 'ping' },
    { method: 'tools/list' },
    { method: 'tools/list', params: { cursor: id } },
    { method: 'resources/list' },
    { method: 'resources/templates/list' },
    { method: 'resources/read', params: { uri: oneOf(random, [`infra://job/${id}/text`, id]) } },
    { method: 'resources/subscribe', params: { uri: `infra://job/${id}/text` } },
    { method: 'prompts/list' },
    { method: 'logging/setLevel', params: { level: 'info' } },
    { method: 'tasks/get', params: { taskId: id } },
    { method: 'tasks/update', params: { taskId: id, inputResponses: acceptedPrice } },
    { method: 'tasks/cancel', params: { taskId: id } },
    {
      method: 'tools/call',
      params: { name: 'story-teller', arguments: { prompt: 'Once', length: 16 }, requestState: id },
    },
  ]
}

/** One part of it becomes something else, goes away, or moves into a list. */
function mutate(value: unknown, source: RpcSource, random: Random): unknown {
  const isInner = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  if (!isInner || random() < 0.15)
    return oneOf(random, [
      oneOf(random, TRAPS),
      oneOf(random, source.known),
      [value],
      { ...Object(value), '': 1 },
    ])
  const [key, inner] = oneOf(random, Object.entries(value))
  const copy: Message = Array.isArray(value) ? (Object.assign([], value) as never) : { ...value }
  if (random() < 0.15) delete copy[key]
  else copy[key] = mutate(inner, source, random)
  return copy
}

function headersFor(
  { method, params }: Message,
  { isModern, random }: { isModern: boolean; random: Random },
): Record<string, string> {
  const { name, uri, taskId } = (params ?? {}) as Record<string, unknown>
  const named = name ?? uri ?? taskId
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(isModern && { 'mcp-protocol-version': MCP_VERSION, 'mcp-method': String(method) }),
    ...(isModern && typeof named === 'string' && isHeader(named) && { 'mcp-name': named }),
    ...(!isModern && random() < 0.5 && { 'mcp-protocol-version': '2025-11-25' }),
  }
  if (random() > 0.05) return headers
  const wrong = ['', 'x', 'text/plain', '2027-01-01', 'application/json', 'https://elsewhere.example']
  const changed = oneOf(random, [...Object.keys(headers), 'origin', 'mcp-session-id'])
  return { ...headers, [changed]: oneOf(random, wrong) }
}

/** What HTTP itself can't carry isn't ours to refuse. */
const isHeader = (text: string) => /^[\x21-\x7e]{1,2000}$/.test(text)
