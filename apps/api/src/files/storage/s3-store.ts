import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Refusal } from '@infra/protocol/refusal'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../../config.ts'
import { storageFull } from '../../http/storage-full.ts'
import type { FileStore } from './file-store.ts'

/** The library doubles its pause before each retry. */
const RETRIES_MAX = 3

/** Until the store starts to respond, which includes sending a file of 64 MB. */
const ANSWER_MS_MAX = 60_000

/** S3 itself never fills up, but other servers with its API do. */
const STORE_FULL = 507

/** Files in a bucket of any server with S3's API, addressed by path, which all of them support. */
export function s3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES_MAX })

  async function request(key: string, init: RequestInit): Promise<Response> {
    const address = `${endpoint.replace(/\/+$/, '')}/${bucket}/${key}`
    // The limit only covers the headers, because a download may take long.
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), ANSWER_MS_MAX)
    const response = await client
      .fetch(address, { ...init, signal: late.signal })
      .catch((cause) => Promise.reject(away(cause)))
      .finally(() => clearTimeout(timer))
    if (response.ok || response.status === 404) return response
    const body = await response.text()
    if (response.status === STORE_FULL) throw storageFull(body)
    if (response.status >= 500 || response.status === 429) throw away(body)
    throw new Error(`The file store answered ${response.status}.`, { cause: body })
  }

  return {
    put: async (path, key) => {
      const headers = {
        'x-amz-content-sha256': await hashOf(path),
        'content-type': 'application/octet-stream',
      }
      // A blob is streamed from disk with a known length, and can be sent again from its start.
      const { status } = await request(key, { method: 'PUT', headers, body: await openAsBlob(path) })
      if (status === 404) throw new Error(`The file store has no bucket "${bucket}".`)
    },

    open: async (key, range) => {
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      const response = await request(key, { method: 'GET', headers })
      if (response.status === 404) {
        await response.body?.cancel()
        return undefined
      }
      // `bytes 0-99/1234` if a part was requested.
      const whole =
        response.headers.get('content-range')?.split('/')[1] ?? response.headers.get('content-length')
      const version = response.headers.get('etag') ?? ''
      return { bytes: Number(whole), version, content: Readable.fromWeb(response.body as ReadableStream) }
    },

    remove: async (keys) => {
      for (const key of keys) await (await request(key, { method: 'DELETE' })).body?.cancel()
    },
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

function away(cause: unknown): Refusal {
  return new Refusal('dependency_unavailable', 'The file store is away for a moment. Try again shortly.', {
    cause,
    retryAfterSeconds: 2,
  })
}
