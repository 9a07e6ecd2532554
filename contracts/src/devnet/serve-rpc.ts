import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type Hex, numberToHex } from 'viem'
import { z } from 'zod'
import type { Devnet } from './devnet.ts'
import type { Faucet } from './faucet.ts'
import { RpcError } from './open-chain.ts'

const BODY_BYTES_MAX = 1024 * 1024
const BATCH_MAX = 100
/** The gas limit of all calls in one HTTP request together, because all other requests wait meanwhile. */
const REQUEST_GAS_MAX = 10_000_000

const Request = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.array(z.unknown()).optional(),
})

/** No method that mines, changes time or acts for other accounts: the devnet must behave like a real chain. */
const READS = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_syncing',
  'net_version',
  'web3_clientVersion',
])

/** Methods that run code that anyone may have written. */
const CALLS = new Set(['eth_call', 'eth_estimateGas'])

/** JSON-RPC over HTTP, for this machine only: others reach it through the API. */
export async function serveRpc(devnet: Devnet, faucet: Faucet, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    const answer = JSON.stringify(await answerTo(request, devnet, faucet))
    response.setHeader('content-type', 'application/json').end(answer)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function answerTo(request: IncomingMessage, devnet: Devnet, faucet: Faucet): Promise<unknown> {
  try {
    const asked = JSON.parse(await readBody(request))
    if (!Array.isArray(asked)) return await answerOne(asked, REQUEST_GAS_MAX, devnet, faucet)
    if (asked.length === 0 || asked.length > BATCH_MAX)
      throw new RpcError(-32_600, `A batch has 1 to ${BATCH_MAX} requests.`)
    const calls = asked.filter((one) => CALLS.has(one?.method)).length
    const gasMax = Math.floor(REQUEST_GAS_MAX / Math.max(calls, 1))
    const answers = []
    for (const one of asked) answers.push(await answerOne(one, gasMax, devnet, faucet))
    return answers
  } catch (error) {
    if (error instanceof RpcError) return failure(null, error)
    return failure(null, new RpcError(-32_700, 'This is no JSON.'))
  }
}

async function answerOne(asked: unknown, gasMax: number, devnet: Devnet, faucet: Faucet): Promise<unknown> {
  const { success, data: request } = Request.safeParse(asked)
  if (!success) return failure(null, new RpcError(-32_600, 'This is no JSON-RPC 2.0 request.'))
  const { id = null, method, params = [] } = request
  try {
    const allowed = CALLS.has(method) ? withGasLimit(params, gasMax) : params
    return { jsonrpc: '2.0', id, result: await perform(method, allowed, devnet, faucet) }
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error)
    return failure(id, new RpcError(-32_000, (error as Error).message))
  }
}

function perform(method: string, params: unknown[], devnet: Devnet, faucet: Faucet): Promise<unknown> {
  if (READS.has(method)) return devnet.ask(method, params)
  if (method === 'eth_sendRawTransaction') return devnet.send(rawOf(params))
  if (method === 'infra_faucet') return faucet(params[0])
  throw new RpcError(-32_601, `This chain has no method ${method}.`)
}

/** A call that needs more runs out of gas, and says so. */
function withGasLimit([call, ...rest]: unknown[], gasMax: number): unknown[] {
  if (typeof call !== 'object' || call === null) return [call, ...rest]
  const { gas } = call as { gas?: unknown }
  const isSmall = typeof gas === 'string' && Number(gas) <= gasMax
  // If it is not a number, the chain refuses it.
  const isNoNumber = typeof gas === 'string' && Number.isNaN(Number(gas))
  return isSmall || isNoNumber ? [call, ...rest] : [{ ...call, gas: numberToHex(gasMax) }, ...rest]
}

function rawOf([raw]: unknown[]): Hex {
  if (typeof raw === 'string' && /^0x([0-9a-f]{2})+$/i.test(raw)) return raw.toLowerCase() as Hex
  throw new RpcError(-32_602, 'A signed transaction is needed, in hexadecimal.')
}

function failure(id: unknown, { code, message, data }: RpcError) {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > BODY_BYTES_MAX) throw new RpcError(-32_600, 'This request is too large.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
