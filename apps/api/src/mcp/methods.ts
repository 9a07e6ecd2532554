import type { FastifyBaseLogger } from 'fastify'
import type { Account } from '../auth/callers.ts'
import { publishedApps } from '../catalogue/published-apps.ts'
import type { OrderDeps } from '../jobs/routes.ts'
import { listResources, readResource, resourceTemplates } from './resources.ts'
import { handshakeRevisions, revisions } from './revisions.ts'
import { type Call, RpcError } from './rpc.ts'
import { TASKS, taskMethods } from './tasks.ts'
import { appTool, otherTools } from './tools.ts'

/** Lists only change with a release. */
const TTL_MS = 60_000

const SERVER = { name: 'infra', title: 'Infra', version: '1' }
const CAPABILITIES = { tools: {}, resources: {} }

const INSTRUCTIONS =
  'Each app is a tool that costs credits; "quote" says how many. Results are private unless "visibility" says public. A job that takes longer than 45 seconds goes on: ask "get_job". A result can be the input of another tool: job:<id>/<output>.'

interface Answering {
  account: Account
  isModern: boolean
  takesTasks: boolean
  log: FastifyBaseLogger
}

/** Responds to every request except tool calls. */
export async function answerMethod(
  deps: OrderDeps,
  { method, params }: Call,
  caller: Answering,
): Promise<object> {
  const answer = (caller.isModern ? modern : old)[method] ?? both[method]
  if (!answer)
    throw new RpcError('unknownMethod', `There is no method "${method}".`, {
      status: caller.isModern ? 404 : 200,
    })
  return answer(deps, params, caller)
}

type Answer = (
  deps: OrderDeps,
  params: Record<string, unknown>,
  caller: Answering,
) => object | Promise<object>

const everyone = { ttlMs: TTL_MS, cacheScope: 'public' }
const forOne = { ttlMs: 0, cacheScope: 'private' }

const both: Record<string, Answer> = {
  'tools/list': ({ config }) => ({
    tools: [...publishedApps(config).map(appTool), ...otherTools.map(({ scope: _, ...tool }) => tool)],
    ...everyone,
  }),
  'resources/list': async (deps, _params, { account }) => ({
    ...(await listResources(deps, account)),
    ...forOne,
  }),
  'resources/templates/list': () => ({ resourceTemplates, ...everyone }),
  'resources/read': async (deps, params, { account, log }) => ({
    ...(await readResource(deps, params, account, log)),
    ...forOne,
  }),
}

const modern: Record<string, Answer> = {
  ...taskMethods,
  'server/discover': () => ({
    supportedVersions: revisions,
    capabilities: { ...CAPABILITIES, extensions: { [TASKS]: {} } },
    instructions: INSTRUCTIONS,
    _meta: { 'io.modelcontextprotocol/serverInfo': SERVER },
    ...everyone,
  }),
}

const old: Record<string, Answer> = {
  initialize: (_deps, { protocolVersion }) => ({
    protocolVersion: handshakeRevisions.find((one) => one === protocolVersion) ?? handshakeRevisions[0],
    capabilities: CAPABILITIES,
    serverInfo: SERVER,
    instructions: INSTRUCTIONS,
  }),
  ping: () => ({}),
}
