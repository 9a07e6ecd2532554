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

/** The library waits twice as long before each; people wait too. */
const RETRIES_MAX = 3

/** Until the store begins to answer; a file of 64 MB has to be there by then. */
const ANSWER_MS_MAX = 60_000

/** S3 itself never fills up, but what speaks its language on somebody's own disk does. */
const STORE_FULL = 507

/** Files in a bucket of anything that speaks S3, addressed by path, as all of them understand. */
export function s3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES_MAX })

  async function ask(key: string, init: RequestInit): Promise<Response> {
    const address = `${endpoint.replace(/\/+$/, '')}/${bucket}/${key}`
    // Only until the headers: a download may take its time.
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), ANSWER_MS_MAX)
    const response = await client
      .fetch(address, { ...init, signal: late.signal })
      .catch((cause) => Promise.reject(away(cause)))
      .finally(() => clearTimeout(timer))
    if (response.ok || response.status === 404) return response
    const said = await response.text()
    if (response.status === STORE_FULL) throw storageFull(said)
    if (response.status >= 500 || response.status === 429) throw away(said)
    throw new Error(`The file store answered ${response.status}.`, { cause: said })
  }

  return {
    put: async (path, key) => {
      const headers = {
        'x-amz-content-sha256': await hashOf(path),
        'content-type': 'application/octet-stream',
      }
      // Read from disk as it is sent, with its length told before; and again from its start where it is sent again.
      const { status } = await ask(key, { method: 'PUT', headers, body: await openAsBlob(path) })
      if (status === 404) throw new Error(`The file store has no bucket "${bucket}".`)
    },

    open: async (key, range) => {
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      const response = await ask(key, { method: 'GET', headers })
      if (response.status === 404) {
        await response.body?.cancel()
        return undefined
      }
      // `bytes 0-99/1234` where a part was asked for.
      const whole =
        response.headers.get('content-range')?.split('/')[1] ?? response.headers.get('content-length')
      const version = response.headers.get('etag') ?? ''
      return { bytes: Number(whole), version, content: Readable.fromWeb(response.body as ReadableStream) }
    },

    remove: async (keys) => {
      for (const key of keys) await (await ask(key, { method: 'DELETE' })).body?.cancel()
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
