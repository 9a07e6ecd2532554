import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

export function makeSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

interface Signed {
  id: string
  /** Seconds since 1970, for this try. */
  timestamp: number
  body: string
}

/** The header `webhook-signature` of Standard Webhooks: one signature for each secret. */
export function signMessage(secrets: string[], { id, timestamp, body }: Signed): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}
