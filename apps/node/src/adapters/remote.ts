import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { JobFailure } from '../runners/runner.ts'
import { RemoteUnavailable } from './adapter.ts'
import { errorWords } from './error-words.ts'

const DETAIL_BYTES_MAX = 4_000
const LINE_CHARACTERS_MAX = 1_000_000
const CANCEL_MS_MAX = 5_000
const FACTS_MS_MAX = 3_000
const FACTS_BYTES_MAX = 10_000_000

/** One of the operator's servers. */
export interface Remote {
  url: URL
  /** A bearer token, or `user:password` if the server asks for a name. */
  key?: string
}

/** With these statuses no job can succeed until the operator does something, or the server has loaded its model or is less busy. */
const UNAVAILABLE = [401, 403, 404, 429, 503]

export interface RequestOptions {
  method?: 'GET' | 'POST'
  body?: unknown
  signal: AbortSignal
}

/** A successful response whose body is still to be read, by one of the functions below. */
export async function request(
  remote: Remote,
  path: string,
  { method, body, signal }: RequestOptions,
): Promise<Response> {
  const response = await reaching(
    remote,
    signal,
    fetch(addressOf(remote, path), {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...authorizationOf(remote),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      // Redirects are not followed: only the address that the operator named is used.
      redirect: 'error',
      signal,
    }),
  )
  if (response.ok) return response
  const errorBody = await readBytes(remote, response, DETAIL_BYTES_MAX, signal).catch(() => Buffer.alloc(0))
  const words = `${remote.url.origin} answered ${response.status}: ${errorWords(errorBody.toString('utf8'))}`
  const options = { cause: response }
  throw UNAVAILABLE.includes(response.status)
    ? new RemoteUnavailable(words, options)
    : failureOf(words, options)
}

/** The status of the response that made a request fail, if there was one. */
export function statusOf(error: unknown): number | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Response ? cause.status : undefined
}

/** A bearer token has no colon (RFC 6750), so a key with one is a name and a password. */
export function authorizationOf({ key }: Remote): { authorization?: string } {
  if (key === undefined) return {}
  const isBasic = key.includes(':')
  return { authorization: isBasic ? `Basic ${Buffer.from(key).toString('base64')}` : `Bearer ${key}` }
}

export async function requestJson(
  remote: Remote,
  path: string,
  options: RequestOptions,
  bytesMax: number,
): Promise<unknown> {
  const bytes = await readBytes(remote, await request(remote, path, options), bytesMax, options.signal)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new JobFailure('app_failed', 'The server answered something that is no JSON.', { cause })
  }
}

/** What a server reports about itself, or undefined: a finished job must not fail because the server doesn't report it. */
export async function readFacts<S extends z.ZodType>(
  remote: Remote,
  path: string,
  schema: S,
  signal: AbortSignal,
  body?: unknown,
): Promise<z.output<S> | undefined> {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(FACTS_MS_MAX)])
  const facts = await requestJson(remote, path, { body, signal: soon }, FACTS_BYTES_MAX).catch(
    () => undefined,
  )
  return schema.safeParse(facts).data
}

export async function readBytes(
  remote: Remote,
  response: Response,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of bodyOf(remote, response, signal)) {
    length += chunk.length
    if (length > bytesMax) {
      await response.body?.cancel().catch(() => {})
      if (!response.ok) break
      throw new JobFailure('output_refused', `The server answered more than ${bytesMax} bytes.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The lines of a response, as they come. */
export async function* readLines(
  remote: Remote,
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bodyOf(remote, response, signal)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    if (rest.length > LINE_CHARACTERS_MAX)
      throw new JobFailure('app_failed', 'The server sent an endless line.')
    for (const line of lines) yield line.trim()
  }
  if (rest.trim()) yield rest.trim()
}

const cancellations = new Set<Promise<unknown>>()

/** Sent when a job is cancelled, so without the job's own signal; whether it arrives doesn't matter to us. */
export function sendCancellation(remote: Remote, path: string, body: unknown = {}): void {
  trackCancellation(
    request(remote, path, { body, signal: AbortSignal.timeout(CANCEL_MS_MAX) }).then((response) =>
      response.body?.cancel(),
    ),
  )
}

/** For messages that a server must get although its job has ended here. */
export function trackCancellation(work: Promise<unknown>): void {
  const cancellation = work.catch(() => {}).finally(() => cancellations.delete(cancellation))
  cancellations.add(cancellation)
}

/** The program must not exit before servers have been notified that their work is cancelled. */
export async function untilCancellationsSent(msMax: number): Promise<void> {
  await Promise.race([Promise.all(cancellations), sleep(msMax, undefined, { ref: false })])
}

/** Turns a server's error into a failure reason for users. */
export function failureOf(said: string, options: ErrorOptions = {}): JobFailure {
  const starved = /out of memory|outofmemory|\boom\b|not enough memory|allocat\w+ .*memory/i.test(said)
  return new JobFailure(starved ? 'out_of_memory' : 'app_failed', said, options)
}

export function addressOf({ url }: Remote, path: string): URL {
  return new URL(path, url.href.endsWith('/') ? url.href : `${url.href}/`)
}

async function* bodyOf(
  remote: Remote,
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (!response.body) return
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reaching(remote, signal, reader.read())
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}

async function reaching<T>({ url }: Remote, signal: AbortSignal, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    signal.throwIfAborted()
    const why = (cause as Error).cause
    const detail = why instanceof Error ? why.message : (cause as Error).message
    throw new RemoteUnavailable(`${url.origin} cannot be reached: ${detail}`, { cause })
  }
}
