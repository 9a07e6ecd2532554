import { withRetries } from './with-retries.ts'

export const MCP_VERSION = '2026-07-28'

export const mcpMeta = (version: string = MCP_VERSION) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
})

export interface SentToMcp {
  method?: string
  params?: Record<string, unknown>
  headers?: Record<string, string | undefined>
  body?: unknown
  secret: string
  origin: string
}

interface Answered {
  code?: string
  result?: Record<string, unknown> & { requestState?: string; isError?: boolean }
  error?: { code: number; data?: Record<string, unknown> }
}

/** As a client of the newest revision sends it, but for what the test changes. */
export async function postMcp(sent: SentToMcp): Promise<Answered & { status: number }> {
  const { method = 'tools/list', params = {}, headers = {}, body, secret, origin } = sent
  const all = {
    authorization: `Bearer ${secret}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': MCP_VERSION,
    'mcp-method': method,
    ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
    ...headers,
  }
  const answer = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
    body: JSON.stringify(body ?? { jsonrpc: '2.0', id: 1, method, params: { _meta: mcpMeta(), ...params } }),
  })
  const text = await answer.text()
  const json = text.startsWith('{') ? text : text.match(/^data: (.*)$/m)?.[1]
  return { status: answer.status, ...(json ? (JSON.parse(json) as Answered) : {}) }
}

/** The same, sent again while the API asks for it. */
export function postMcpWithRetries(sent: SentToMcp): ReturnType<typeof postMcp> {
  return withRetries(async () => {
    const answer = await postMcp(sent)
    if (answer.status === 503) throw answer
    return answer
  })
}

/** What a client sends whose user has confirmed the price. */
export const acceptedPrice = { price: { action: 'accept', content: { confirm: true } } }
