/**
 * The older TypeScript client of MCP, unmodified, controlled by lines of JSON on its standard input:
 * {"id": 1, "do": "call", "name": "balance", "arguments": {}}. Each line is answered by one with the same id.
 */
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const { MCP_URL, INFRA_KEY, CONFIRM } = process.env
const client = new Client(
  { name: 'a test', version: '1' },
  { capabilities: CONFIRM ? { elicitation: { form: {} } } : {} },
)
if (CONFIRM)
  client.setRequestHandler(ElicitRequestSchema, async () => ({
    action: CONFIRM,
    content: { confirm: CONFIRM === 'accept' },
  }))
const transport = new StreamableHTTPClientTransport(new URL(MCP_URL), {
  requestInit: { headers: { authorization: `Bearer ${INFRA_KEY}` } },
})
await client.connect(transport)

/** What controllers a call, by the id of its line. */
const controllers = new Map()

const actions = {
  about: async () => ({ server: client.getServerVersion(), version: transport.protocolVersion }),
  tools: () => client.listTools(),
  resources: () => client.listResources(),
  templates: () => client.listResourceTemplates(),
  read: ({ uri }) => client.readResource({ uri }),
  call: ({ id, name, arguments: args }) => {
    const controller = new AbortController()
    controllers.set(id, controller)
    return client.callTool({ name, arguments: args }, undefined, {
      signal: controller.signal,
      onprogress: ({ progress }) => say({ id, progress }),
    })
  },
  cancel: async ({ call }) => {
    controllers.get(call).abort()
    return {}
  },
}

function say(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

for await (const text of createInterface({ input: process.stdin })) {
  const line = JSON.parse(text)
  Promise.resolve(actions[line.do](line)).then(
    (result) => say({ id: line.id, result }),
    ({ code, message }) => say({ id: line.id, error: { code, message } }),
  )
}
await transport.terminateSession()
await client.close()
