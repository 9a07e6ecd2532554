import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { signInPerson } from '../callers.ts'
import { percentile, timed } from '../measure.ts'
import type { OneApi } from '../one-api.ts'
import type { Result } from '../results.ts'
import { makeBenchKey } from './make-bench-key.ts'

const REQUESTS = 500
const ROUNDS = 5

const VERSION = '2026-07-28'
const headers = (secret: string) => ({
  authorization: `Bearer ${secret}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': VERSION,
  'mcp-method': 'tools/list',
})
const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/list',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': VERSION,
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})

/**
 * Measures `tools/list` over MCP, one request after the other. The reference, in the same run: `node:http` with the same bytes.
 * `MCP_REFERENCE` is the address of a server of the official package, if you run one.
 */
export async function toolsList(api: OneApi): Promise<Result['figures']> {
  const raw = fork(fileURLToPath(new URL('../references/raw-server.ts', import.meta.url)))
  try {
    const person = await signInPerson(api)
    const secret = await makeBenchKey(person.call)
    const ours = `${new URL(api.prefix).origin}/mcp`
    const answer = await listTools(ours, secret)
    raw.send({ headers: { 'content-type': 'application/json' }, body: await answer.text() })
    const [port] = (await once(raw, 'message')) as [number]
    const addresses = [ours, `http://127.0.0.1:${port}/`, process.env.MCP_REFERENCE].filter(
      (address) => address !== undefined,
    )
    const rates = addresses.map((): number[] => [])
    for (let round = 0; round < ROUNDS; round++)
      for (const [place, address] of addresses.entries()) rates[place]!.push(await rateOf(address, secret))
    // The first round is not counted: Node.js still compiles what it runs.
    const [rate, bare, official] = rates.map((all) => percentile(all.slice(1), 0.5))
    return [
      { what: 'tools/list a second, one after the other', value: rate! },
      { what: 'node:http with the same bytes', value: bare! },
      { what: 'of that rate', value: rate! / bare!, unit: 'x' },
      ...(official === undefined
        ? []
        : [
            { what: 'the official server', value: official },
            { what: 'against the official server', value: rate! / official, unit: 'x', atLeast: 5 },
          ]),
    ]
  } finally {
    raw.kill()
  }
}

async function listTools(url: string, secret: string): Promise<Response> {
  const answer = await fetch(url, { method: 'POST', headers: headers(secret), body })
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`)
  return answer
}

async function rateOf(url: string, secret: string): Promise<number> {
  const ms = await timed(async () => {
    for (let request = 0; request < REQUESTS; request++) await (await listTools(url, secret)).arrayBuffer()
  })
  return REQUESTS / (ms / 1000)
}
