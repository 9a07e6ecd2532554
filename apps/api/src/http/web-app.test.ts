import { CONFIGURATION_BLOCK_ID, WebConfiguration } from '@infra/protocol/pages/configuration'
import { describe, expect, test } from 'vitest'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { sendRaw } from '../test/raw-http.ts'
import { APP_SCRIPT, webFolder } from '../test/servers/web-folder.ts'
import { startTestApi } from '../test/start-test-api.ts'

const hostile = 'https://x.example/</script><script>alert(1)</script><!--'
const { origin } = await startTestApi({ env: { WEB_DIR: await webFolder(), X_URL: hostile } })
const get = (path: string, headers: Record<string, string> = {}) =>
  readAnswer(fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...headers } }))

describe('the page', () => {
  test.for([
    ['/', 200, 'Infra: AI apps on other people’s machines'],
    ['/index.html', 200, 'Infra: AI apps on other people’s machines'],
    ['/apps', 200, 'Apps · Infra'],
    ['/apps/', 200, 'Apps · Infra'],
    ['/apps/42/runs?tab=1', 404, 'Not found · Infra'],
    ['/apiary', 404, 'Not found · Infra'],
  ] as const)('at %s has status %d and its own title', async ([path, status, title]) => {
    const answer = await get(path)
    expect(answer).toMatchObject({ status, body: expect.stringContaining(`<title>${title}</title>`) })
    expect(answer.body.match(/<title>/g)).toHaveLength(1)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(configurationIn(answer.body)).toMatchObject({ apiPrefix: '/api' })
  })

  test.for(['/%zz', '/%E0%A4%A', '/feed/%'])('is also sent for %s, which cannot be decoded', async (path) => {
    expect(await get(path)).toMatchObject({
      status: 404,
      body: expect.stringContaining('<title>Not found · Infra</title>'),
    })
  })

  test('contains its configuration, and no value can end the block', async () => {
    const { body } = await get('/apps')
    expect(configurationIn(body)).toEqual({
      apiPrefix: '/api',
      links: { x: hostile, dex: 'https://dexscreener.com/ethereum', telegram: 'https://telegram.org/' },
      wallet: {
        chains: [{ id: 1, name: 'Ethereum', rpcUrl: null }],
        projectId: null,
        demo: false,
        behaviour: {
          autoInit: true,
          autoConnect: true,
          disconnectUnknownChain: true,
          reconnectToChain: false,
          logEnabled: false,
        },
      },
      staking: null,
    })
    // The page's own three, and no more.
    expect(body.match(/<script/g)).toHaveLength(3)
  })

  test('is not sent again to a browser that already has it', async () => {
    const etag = (await get('/apps')).headers.get('etag')!
    for (const match of [etag, `W/${etag}`, `"other", ${etag}`]) {
      expect(await get('/apps', { 'if-none-match': match })).toMatchObject({ status: 304, body: '' })
    }
    expect(await get('/apps', { 'if-none-match': '"other"' })).toMatchObject({ status: 200 })
    expect(await get('/nodes', { 'if-none-match': etag })).toMatchObject({ status: 200 })
  })

  test.for([
    ['gzip, br', true],
    ['br;q=0.5', true],
    ['br ; q=0, gzip', false],
    ['br;q=0.0', false],
    ['gzip', false],
    ['brotli', false],
  ] as const)('for "accept-encoding: %s" is compressed with brotli: %s', async ([accepted, packed]) => {
    const answer = await sendRaw(
      origin,
      `HEAD / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${accepted}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer.headers.get('content-encoding')).toBe(packed ? 'br' : null)
    expect(answer.headers.get('vary')).toBe('accept-encoding')
  })

  test('decompresses to what is sent uncompressed', async () => {
    const packed = await readAnswer(fetch(`${origin}/apps`, { headers: { 'accept-encoding': 'br' } }))
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(packed.body).toBe((await get('/apps')).body)
  })

  test('answers HEAD without a body', async () => {
    const answer = await sendRaw(origin, 'HEAD /apps HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(answer).toMatchObject({ status: 200, body: '' })
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })
})

describe('a file', () => {
  test('of the assets is cacheable for ever, because its name changes with its content', async () => {
    const answer = await get('/assets/app-123.js')
    expect(answer).toMatchObject({ status: 200, body: APP_SCRIPT })
    expect(answer.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test('outside the assets is revalidated each time, and not sent again if it did not change', async () => {
    const answer = await get('/favicon.svg')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    // `fetch` would add a header that asks for an uncached answer.
    const again = await sendRaw(
      origin,
      `GET /favicon.svg HTTP/1.1\r\nHost: x\r\nIf-None-Match: ${answer.headers.get('etag')}\r\nConnection: close\r\n\r\n`,
    )
    expect(again).toMatchObject({ status: 304, body: '' })
  })

  test('is compressed with brotli only for clients that accept it', async () => {
    expect((await get('/assets/app-123.js')).headers.get('content-encoding')).toBeNull()
    const response = await fetch(`${origin}/assets/app-123.js`, { headers: { 'accept-encoding': 'br' } })
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(await response.text()).toBe(APP_SCRIPT)
  })

  test('answers HEAD without a body', async () => {
    const answer = await readAnswer(fetch(`${origin}/assets/app-123.js`, { method: 'HEAD' }))
    expect(answer).toMatchObject({ status: 200, body: '' })
  })

  test.for([
    '/assets/app-124.js',
    '/assets/',
    '/assets/../.sources',
    '/.sources',
    '/%2esources',
    '/.well-known/x',
    '/.git/config',
  ])('that is missing or hidden gets a refusal instead of a page: %s', async (path) => {
    const answer = await sendRaw(origin, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expectRefusal(answer, { status: 404, code: 'not_found' })
  })

  test.for([
    '/..%2fsecret.txt',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/..%2f..%2f..%2f..%2fetc/passwd',
    '//etc/passwd',
    '/%00/../secret.txt',
  ])('outside the folder cannot be reached: %s', async (path) => {
    const answer = await sendRaw(origin, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(answer.body).not.toMatch(/outside of the web folder|root:/)
    expect([200, 400, 404]).toContain(answer.status)
    if (answer.body.startsWith('<')) expect(answer.body).toContain('<title>Not found · Infra</title>')
  })
})

test('serves no pages without a web folder', async () => {
  const bare = await startTestApi()
  expectRefusal(await readAnswer(fetch(bare.origin)), { status: 404, code: 'not_found' })
})

function configurationIn(html: string): WebConfiguration {
  const block = new RegExp(`<script type="application/json" id="${CONFIGURATION_BLOCK_ID}">(.*?)</script>`)
  return WebConfiguration.parse(JSON.parse(block.exec(html)![1]!))
}
