import { Readable } from 'node:stream'
import { endpoint } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import { IdempotencyKey } from '@infra/protocol/values/idempotency-key'
import { integer, integerText } from '@infra/protocol/values/integer'
import { text } from '@infra/protocol/values/text'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { mediaRoute, route } from '../http/route.ts'

const Note = z.object({ name: z.string(), count: z.int(), loud: z.boolean() })

/** Takes one value of each kind and returns it, so that a test sees what was received. */
export const writeNote = endpoint({
  method: 'POST',
  path: '/test/notes',
  summary: 'Write a note.',
  caller: 'anyone',
  body: z.strictObject({
    name: text({ min: 1, max: 10 }),
    count: integer({ min: -5, max: 2 ** 31 - 1 }),
    loud: z.boolean(),
  }),
  bodyBytesMax: 64 * 1024,
  response: Note,
  status: 201,
  refusals: [],
})

export const listNotes = endpoint({
  method: 'GET',
  path: '/test/notes',
  summary: 'List the notes.',
  caller: 'anyone',
  query: z.strictObject({ limit: integerText({ min: 1, max: 50 }).default(25), word: z.string().optional() }),
  response: z.object({ limit: z.int() }),
  refusals: [],
})

export const readNote = endpoint({
  method: 'GET',
  path: '/test/notes/{id}',
  summary: 'Read a note.',
  caller: 'anyone',
  params: z.object({ id: z.uuid() }),
  response: Note,
  refusals: [],
})

/** Its parameter may be any text. */
export const readNamed = endpoint({
  method: 'GET',
  path: '/test/named/{name}',
  summary: 'Read what has a name.',
  caller: 'anyone',
  params: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
  refusals: [],
})

export const readOwn = endpoint({
  method: 'GET',
  path: '/test/own',
  summary: 'Read what is yours.',
  caller: 'account',
  response: z.object({ address: z.string() }),
  refusals: [],
})

export const dropFlags = endpoint({
  method: 'DELETE',
  path: '/test/flags',
  summary: 'Take all flags down.',
  caller: 'anyone',
  response: null,
  refusals: [],
})

/** Reads headers of its own beside those that every request has. */
export const readHeaded = endpoint({
  method: 'GET',
  path: '/test/headed',
  summary: 'Read what a header names.',
  caller: 'anyone',
  headers: z.object({ 'x-word': z.string().min(2).max(10), 'idempotency-key': IdempotencyKey.optional() }),
  response: z.object({ word: z.string(), key: z.string().nullable() }),
  refusals: [],
})

/** Takes a larger body than others. */
export const writeLetter = endpoint({
  method: 'POST',
  path: '/test/letters',
  summary: 'Write a long letter.',
  caller: 'anyone',
  body: z.strictObject({ words: z.string() }),
  bodyBytesMax: 300_000,
  response: z.object({ length: z.int() }),
  refusals: [],
})

export const leaveFile = endpoint({
  method: 'POST',
  path: '/test/files',
  summary: 'Leave a file.',
  caller: 'anyone',
  upload: { bytesMax: 1000 },
  response: z.object({ bytes: z.int() }),
  refusals: ['storage_full'],
})

/** Answers with bytes, and refuses one word. */
export const fetchFile = endpoint({
  method: 'GET',
  path: '/test/files/{word}',
  summary: 'Fetch a file.',
  caller: 'anyone',
  params: z.object({ word: z.string() }),
  media: 'file',
  response: null,
  refusals: ['range_not_satisfiable'],
})

export const watchFlags = endpoint({
  method: 'GET',
  path: '/test/flags/events',
  summary: 'Watch the flags.',
  caller: 'guest',
  media: 'events',
  response: null,
  refusals: [],
})

/** Endpoints of every kind beside the product's own. */
export function openTestEndpoints(api: FastifyInstance, deps: Deps): void {
  route(api, deps, writeNote, ({ body }) => body)
  route(api, deps, listNotes, ({ query }) => ({ limit: query.limit }))
  route(api, deps, readNote, () => {
    throw new Refusal('not_found', 'There is no such note.')
  })
  route(api, deps, readNamed, async ({ params }) => {
    const { rows } = await deps.db.execute<{ name: string }>(sql`select ${params.name}::text as name`)
    return rows[0]!
  })
  route(api, deps, dropFlags, () => undefined)
  route(api, deps, readOwn, ({ caller }) => caller)
  route(api, deps, readHeaded, ({ headers }) => ({
    word: headers['x-word'],
    key: headers['idempotency-key'] ?? null,
  }))
  route(api, deps, writeLetter, ({ body }) => ({ length: body.words.length }))
  route(api, deps, leaveFile, ({ upload }) => upload)
  mediaRoute(api, deps, fetchFile, async ({ params }, request, reply) => {
    if (params.word === 'none') throw new Refusal('not_found', 'There is no such file.')
    reply.type('image/png').header('content-length', params.word.length)
    return reply.send(request.method === 'HEAD' ? undefined : Readable.from([params.word]))
  })
  mediaRoute(api, deps, watchFlags, async (_inbound, _request, reply) =>
    reply.type('text/event-stream').send('data: up\n\n'),
  )
}
