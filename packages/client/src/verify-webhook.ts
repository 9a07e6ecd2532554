import { InfraError } from './infra-error.ts'

export interface WebhookOptions {
  /** How old a message may be, and how far ahead of this clock; 300 seconds by default. */
  toleranceSeconds?: number
}

/** The headers of a request, in whatever form the server provides them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/**
 * Verifies a message by Standard Webhooks and returns its content. `body` must be exactly what was received: JSON that was parsed and
 * serialized again is a different text. Throws `webhook_invalid`.
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300 }: WebhookOptions = {},
): Promise<unknown> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures) throw invalid('A header is missing.')
  // Written this way round so that NaN is refused too.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) throw invalid('It is too old.')
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  // While a secret is being replaced there are two signatures.
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',')
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed)))
      return JSON.parse(body)
  }
  throw invalid('No signature fits.')
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1]
  return Array.isArray(found) ? found[0] : found
}

/** Decodes base64; undefined if it isn't valid. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (digit) => digit.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function invalid(why: string): InfraError {
  return new InfraError('webhook_invalid', `This webhook cannot be trusted. ${why}`)
}
