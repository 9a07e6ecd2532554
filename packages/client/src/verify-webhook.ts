import { InfraError } from './infra-error.ts'

export interface WebhookOptions {
  /** How old a message may be, and how far ahead of this clock; 300 seconds where not said. */
  toleranceSeconds?: number
}

/** The headers of a request, in whatever form the server has them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/**
 * Verifies a message by Standard Webhooks and returns its content. `body` is what was received, to the byte: JSON that was parsed and
 * written again is another text. Throws `webhook_invalid`.
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
  // Compared this way round, so that what is no number is refused too.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) throw invalid('It is too old.')
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  // While a secret is being replaced there are two.
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

/** Of base64; nothing where it is none. */
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
