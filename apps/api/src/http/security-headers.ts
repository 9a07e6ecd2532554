import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'

/** The WalletConnect relays; contacted only after a person chooses it. */
const WALLETCONNECT_RELAYS = ['wss://relay.walletconnect.com', 'wss://relay.walletconnect.org']

/** Inline scripts and styles of a page are allowed by their hash. */
interface InPage {
  script?: string
  styles?: string
}

export function contentSecurityPolicy({ wallet }: Pick<Config, 'wallet'>, inPage: InPage = {}): string {
  const rpcOrigins = wallet.chains.flatMap(({ rpcUrl }) => (rpcUrl ? [new URL(rpcUrl).origin] : []))
  const relays = wallet.projectId ? WALLETCONNECT_RELAYS : []
  return [
    "default-src 'none'",
    allowing("script-src 'self'", inPage.script),
    allowing("style-src 'self'", inPage.styles),
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...rpcOrigins, ...relays].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Only for the address of the service worker: see `bootstrap/start-service-worker.ts` of the web app.
    'trusted-types service-worker',
  ].join('; ')
}

function allowing(directive: string, text: string | undefined): string {
  if (!text) return directive
  return `${directive} 'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** On every response, pages and data alike, so that no endpoint can omit them. */
export function securityHeaders(config: Pick<Config, 'publicUrl' | 'wallet'>): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(config),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(self), microphone=(self), screen-wake-lock=(self), geolocation=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(config.publicUrl.protocol === 'https:' && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}
