import { rm } from 'node:fs/promises'
import type { Endpoint, Input } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import type { callHeaders } from '@infra/protocol/v1/parameters'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { CallingKey } from '../auth/api-keys.ts'
import type { Account } from '../auth/callers.ts'
import { isMultipart } from '../http/accept-bodies.ts'
import { readBody } from '../http/read-input.ts'
import type { ReceivedUpload } from '../http/receive-upload.ts'
import { routeOptions } from '../http/route.ts'
import type { AwaitedCalls } from '../jobs/calls/awaited-calls.ts'
import type { CallDeps } from '../jobs/calls/submit-call.ts'
import type { JobWatchers } from '../jobs/watch/job-watchers.ts'
import { ignoredIn, valuesOf } from './parameters.ts'
import { setRateLimitHeaders } from './rate-limit-headers.ts'
import { receiveForm } from './receive-form.ts'

export interface ProgramDeps extends CallDeps {
  jobWatchers: JobWatchers
  awaitedCalls: AwaitedCalls
  /** Aborts when the server closes. */
  closing: AbortSignal
  /** How long a call may wait before the caller is asked to repeat it. */
  callMs: number
}

/** A parsed request to `/v1`. */
export interface ProgramRequest {
  request: FastifyRequest
  reply: FastifyReply
  endpoint: Endpoint
  address: string
  key: CallingKey
  params: unknown
  headers: z.output<typeof callHeaders>
  body: Record<string, unknown>
  files: Record<string, ReceivedUpload>
  /** The fields of a form as they were sent; undefined if the body was JSON. */
  form: Record<string, string | string[]> | undefined
}

type Typed<E extends Endpoint> = Omit<ProgramRequest, 'body' | 'params'> & Input<E>

/** Registers an endpoint of `/v1`, which takes JSON or a form and writes its own response. */
export function programRoute<E extends Endpoint>(
  server: FastifyInstance,
  deps: ProgramDeps,
  endpoint: E,
  handler: (call: Typed<E>) => Promise<FastifyReply>,
): void {
  server.route({
    ...routeOptions(deps, endpoint),
    method: endpoint.method,
    handler: async (request, reply) => {
      const { address, key } = request.caller as Account
      if (!key) throw new Refusal('forbidden', 'Call /v1 with an API key. You make one in your profile.')
      const form =
        endpoint.parts && isMultipart(request.raw)
          ? await receiveForm(request.raw, { ...endpoint.parts, folder: deps.files.tempDir })
          : undefined
      try {
        const raw = form ? valuesOf(endpoint.body!, form.fields) : request.body
        const body = readBody(endpoint, raw) as Record<string, unknown>
        const { params, headers = {} } = request.head as Partial<ProgramRequest>
        const call = { request, reply, endpoint, address, key, params, headers, body }
        setIgnoredHeader(call)
        setRateLimitHeaders(request, reply, request.rateLeft)
        return await handler({ ...call, files: form?.files ?? {}, form: form?.fields } as unknown as Typed<E>)
      } finally {
        // No longer there if they were moved into the store.
        await Promise.all(Object.values(form?.files ?? {}).map(({ path }) => rm(path, { force: true })))
      }
    },
  })
}

function setIgnoredHeader({
  endpoint,
  body,
  headers,
  reply,
}: Pick<ProgramRequest, 'endpoint' | 'body' | 'headers' | 'reply'>): void {
  if (endpoint.body) addIgnoredHeader({ headers, reply }, ignoredIn(endpoint.body, body))
}

/** Names parameters without effect in the response, or refuses them if the caller is strict. */
export function addIgnoredHeader(
  { headers, reply }: Pick<ProgramRequest, 'headers' | 'reply'>,
  names: string[],
): void {
  if (names.length === 0) return
  if (headers['infra-strict'] === '1') {
    throw new Refusal('validation_failed', 'A parameter would be ignored.', {
      errors: names.map((name) => ({ pointer: `/${name}`, message: 'is not supported here' })),
    })
  }
  const earlier = reply.getHeader('infra-ignored')
  reply.header('infra-ignored', [...(earlier ? [earlier] : []), ...names].join(', '))
}
