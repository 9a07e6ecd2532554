import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { type Agent as HttpAgent, get as httpGet, type IncomingMessage } from 'node:http'
import { type Agent as HttpsAgent, get as httpsGet } from 'node:https'
import { pipeline } from 'node:stream/promises'

export interface Route {
  url: URL
  agent?: HttpAgent | HttpsAgent
}

/** Resolves when this many bytes may pass. */
export type Pace = (bytes: number, signal?: AbortSignal) => Promise<void>

/** A connection on which nothing arrives for this long counts as broken. */
const STALL_MS = 30_000
const REDIRECTS_MAX = 5

/**
 * Streams a file to disk, and resumes an earlier try if the server allows it. What arrived stays when the connection breaks; the caller
 * checks whether it's the right file.
 */
export async function download(
  route: Route,
  file: string,
  progress: (bytes: number, total: number | undefined) => void,
  { pace, signal }: { pace?: Pace; signal?: AbortSignal } = {},
): Promise<void> {
  const have = (await stat(file).catch(() => undefined))?.size ?? 0
  const response = await request(route, have, signal)
  if (response.statusCode === 416) {
    response.resume()
    // It is longer than the real file, or complete: either way, only its hash can decide.
    return
  }
  const isResumed = response.statusCode === 206 && startOf(response) === have
  if (response.statusCode === 206 && !isResumed) {
    response.destroy()
    await rm(file, { force: true })
    throw new Error('The server resumed at another byte than requested.')
  }
  if (!isResumed && response.statusCode !== 200) {
    response.resume()
    throw new Error(`The server answered ${response.statusCode}.`)
  }

  let bytes = isResumed ? have : 0
  const length = Number(response.headers['content-length'])
  const total = Number.isFinite(length) ? bytes + length : undefined
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      await pace?.(chunk.length, signal)
      bytes += chunk.length
      progress(bytes, total)
      yield chunk
    }
  }
  const sink = createWriteStream(file, { flags: isResumed ? 'a' : 'w', flush: true })
  await pipeline(response, counted, sink, { signal })
  if (total !== undefined && bytes !== total)
    throw new Error(`The connection ended after ${bytes} of ${total} bytes.`)
}

async function request({ url, agent }: Route, from: number, signal?: AbortSignal): Promise<IncomingMessage> {
  let at = url
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    // A redirect may lead from https to http, which the agent of the first cannot serve.
    const route = { url: at, agent: at.protocol === url.protocol ? agent : undefined }
    const response = await answer(route, from, signal)
    const { location } = response.headers
    if (!location || !response.statusCode || response.statusCode < 300 || response.statusCode > 399)
      return response
    response.resume()
    at = new URL(location, at)
  }
  throw new Error('The server redirects without end.')
}

function answer({ url, agent }: Route, from: number, signal?: AbortSignal): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? httpsGet : httpGet
  const headers = from > 0 ? { range: `bytes=${from}-` } : {}
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers, timeout: STALL_MS, signal }, resolve)
    sent.on('timeout', () => sent.destroy(new Error('The server stopped sending.')))
    sent.on('error', reject)
  })
}

function startOf(response: IncomingMessage): number {
  return Number(/^bytes (\d+)-/.exec(response.headers['content-range'] ?? '')?.[1])
}
