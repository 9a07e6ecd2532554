import { endpoint } from '@infra/protocol/endpoint'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { readAnswer } from '../test/expect-refusal.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { createLogger } from './logger.ts'
import { route } from './route.ts'

/** Long enough to be unmistakable wherever it leaks. */
const SECRET = 'hush-4f1c9a-do-not-tell'

const keepSecret = endpoint({
  method: 'POST',
  path: '/test/secrets',
  summary: 'Keep a secret, or fail to.',
  caller: 'anyone',
  query: z.strictObject({ token: z.string() }),
  body: z.strictObject({
    secret: z.string(),
    fault: z.enum(['none', 'not a number', 'taken', 'unknown column', 'too long', 'forbidden value']),
  }),
  bodyBytesMax: 1024,
  response: null,
  refusals: [],
})

const statements = {
  none: (secret: string) => sql`select ${secret}::text`,
  // PostgreSQL quotes the value in its message,
  'not a number': (secret: string) => sql`insert into secrets (id) values (${secret})`,
  // in the error's detail,
  taken: (secret: string) => sql`insert into secrets (id, secret) values (1, ${secret}), (2, ${secret})`,
  'forbidden value': (secret: string) => sql`insert into secrets (id, secret) values (-1, ${secret})`,
  // and Drizzle lists the parameters of whatever failed.
  'unknown column': (secret: string) => sql`insert into secrets (nothing) values (${secret})`,
  'too long': (secret: string) => sql`insert into secrets (id, initial) values (3, ${secret})`,
}

function addRoutes(api: FastifyInstance, deps: Deps): void {
  route(
    api,
    deps,
    keepSecret,
    async ({ body }) => void (await deps.db.execute(statements[body.fault](body.secret))),
  )
}

const { deps, logs, origin } = await startTestApi({ addRoutes, env: { LOG_LEVEL: 'debug' } })
await deps.db.execute(
  sql`create table secrets (id integer primary key check (id > 0), secret text unique, initial varchar(1))`,
)

const send = (fault: string) =>
  readAnswer(
    fetch(`${origin}/api/test/secrets?token=${SECRET}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${SECRET}`,
        cookie: `session=${SECRET}`,
        referer: `https://elsewhere.example/?token=${SECRET}`,
      },
      body: JSON.stringify({ secret: SECRET, fault }),
    }),
  )
const linesOf = (requestId: string | null) => logs.filter(({ reqId }) => reqId === requestId)

test('logs nothing of what a caller sends in headers, query and body', async () => {
  const { status, headers } = await send('none')
  expect(status).toBe(204)
  expect(linesOf(headers.get('x-request-id'))).toEqual([
    expect.objectContaining({
      msg: 'answered',
      req: { method: 'POST', path: '/api/test/secrets' },
      res: { status: 204 },
      ms: expect.any(Number),
    }),
  ])
  expect(JSON.stringify(logs)).not.toContain(SECRET)
})

test.for([
  ['not a number', 500, 'SQLSTATE 22P02'],
  ['unknown column', 500, 'SQLSTATE 42703'],
  ['too long', 500, 'SQLSTATE 22001'],
  ['forbidden value', 500, 'SQLSTATE 23514 secrets secrets_id_check'],
] as const)('logs where and why a row fails for "%s", but not its values', async ([fault, status, why]) => {
  const answer = await send(fault)
  expect(answer.status).toBe(status)
  expect(answer.body).not.toContain(SECRET)

  const [failure, ...rest] = linesOf(answer.headers.get('x-request-id'))
  expect(failure).toMatchObject({ level: 50, msg: 'unexpected failure' })
  const { stack } = failure!.err as { stack: string }
  expect(stack).toContain(why)
  expect(stack).toContain('failed query: insert into secrets')
  expect(stack).toMatch(/\n\s+at .+logger\.test\.ts/)
  expect(rest).toEqual([expect.objectContaining({ msg: 'answered' })])
  expect(JSON.stringify(logs)).not.toContain(SECRET)
})

test('a conflict on a unique key does not reveal its value', async () => {
  const answer = await send('taken')
  expect(answer.status).toBe(409)
  expect(answer.body + JSON.stringify(logs)).not.toContain(SECRET)
})

test('logs each request in one line', async () => {
  const before = logs.length
  await Promise.all([
    fetch(`${origin}/healthz`),
    fetch(`${origin}/api/unknown`),
    fetch(`${origin}/api/openapi.json`),
  ])
  await expect.poll(() => logs.length).toBe(before + 3)
  expect(logs.slice(before).map(({ msg }) => msg)).toEqual(['answered', 'answered', 'answered'])
})

test('logs nothing below the configured level', () => {
  const lines: string[] = []
  const logger = createLogger({ logLevel: 'warn' }, { write: (line) => void lines.push(line) })
  logger.info('whisper')
  logger.warn('shout')
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['shout'])
})
