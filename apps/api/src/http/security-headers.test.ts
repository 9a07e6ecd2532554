import { expect, test } from 'vitest'
import { sendRaw } from '../test/raw-http.ts'
import { webFolder } from '../test/servers/web-folder.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { openTestEndpoints } from '../test/test-endpoints.ts'

const WEB_DIR = await webFolder()
const plain = await startTestApi({ addRoutes: openTestEndpoints, env: { WEB_DIR } })
const secure = await startTestApi({
  addRoutes: openTestEndpoints,
  env: { WEB_DIR, PUBLIC_URL: 'https://infra.example' },
})

const kinds = [
  ['a page', 'GET /', 200],
  ['a page that has not changed', 'GET / HTTP/1.1\r\nIf-None-Match: {etag}', 304],
  ['an asset', 'GET /assets/app-123.js', 200],
  ['the web manifest', 'GET /manifest.webmanifest', 200],
  ['an API response', 'GET /api/test/notes', 200],
  ['a response without content', 'DELETE /api/test/flags', 204],
  ['the OpenAPI document', 'GET /api/openapi.json', 200],
  ['the API documentation', 'GET /api/docs', 200],
  ['a refusal', 'GET /api/test/own', 401],
  ['a missing endpoint', 'GET /api/unknown', 404],
  ['a missing asset', 'GET /assets/app-124.js', 404],
  ['a preflight', 'OPTIONS /api/test/notes', 204],
  ['the health check', 'GET /healthz', 200],
  ['a URL that cannot be decoded', 'GET /api/%zz', 400],
  ['a malformed request', 'GET / HTTP/9.9', 400],
] as const

test.for(kinds)(
  '[finding W2] %s is restricted to the same origin, and has every other security header',
  async ([kind, request, status]) => {
    const { headers } = await answerOf(plain.origin, request, status)

    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    // The only inline script of a page is allowed by its hash, so an injected one is not.
    const inPage = kind.startsWith('a page') ? / 'sha256-[\w+/]{43}='/.source : ''
    expect(policy).toMatch(new RegExp(`; script-src 'self'${inPage}; style-src 'self';`))
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-|\*|https?:/)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  },
)

test.for(['favicon.svg', 'apple-touch-icon.png', 'icon-192.png', 'icon-512.png', 'icon-maskable.png'])(
  '[finding W2] a wallet may load the icon %s from another origin',
  async (icon) => {
    const { headers } = await answerOf(plain.origin, `GET /${icon}`, 200)
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  },
)

test('a page may connect to the configured RPC, and to WalletConnect only with a project ID', async () => {
  const connecting = async (env: Record<string, string>) => {
    const { origin } = await startTestApi({ env: { WEB_DIR, ...env } })
    const { headers } = await fetch(origin)
    return /connect-src ([^;]*);/.exec(headers.get('content-security-policy') ?? '')?.[1]
  }
  expect(await connecting({})).toBe("'self'")
  expect(await connecting({ PUBLIC_RPC_URL: 'https://rpc.example/v1/key' })).toBe(
    "'self' https://rpc.example",
  )
  expect(await connecting({ WALLETCONNECT_PROJECT_ID: 'ab'.repeat(16) })).toBe(
    "'self' wss://relay.walletconnect.com wss://relay.walletconnect.org",
  )
})

test.for(kinds)('%s demands HTTPS in future only if the public URL is https', async (kind) => {
  const [, request, status] = kind
  const header = 'strict-transport-security'
  expect((await answerOf(plain.origin, request, status)).headers.get(header)).toBeNull()
  expect((await answerOf(secure.origin, request, status)).headers.get(header)).toMatch(/max-age=31536000/)
})

async function answerOf(origin: string, request: string, status: number) {
  const etag = request.includes('{etag}') ? (await fetch(origin)).headers.get('etag') : ''
  const line = request.includes(' HTTP/') ? request.replace('{etag}', etag!) : `${request} HTTP/1.1`
  const answer = await sendRaw(origin, `${line}\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(answer.status).toBe(status)
  return answer
}
