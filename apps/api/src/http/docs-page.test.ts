import { endpoint } from '@infra/protocol/endpoint'
import { sendBugReport } from '@infra/protocol/feedback'
import { errorCodes } from '@infra/protocol/refusal'
import { expect, test } from 'vitest'
import { startTestApi } from '../test/start-test-api.ts'
import * as testEndpoints from '../test/test-endpoints.ts'
import { docsPage } from './docs-page.ts'

const { openTestEndpoints, ...endpoints } = testEndpoints
const { origin } = await startTestApi({ addRoutes: openTestEndpoints })
const response = await fetch(`${origin}/api/docs`)
const page = await response.text()

test('the page lists every endpoint with its caller, and every error code', () => {
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  for (const { method, path, summary } of [sendBugReport, ...Object.values(endpoints)]) {
    expect(page).toContain(`<b>${method}</b> /api${path}<`)
    expect(page).toContain(summary)
  }
  expect(page).toContain('caller: guest · at most 10 in 60 s')
  expect(page).toContain('caller: account')
  for (const code of errorCodes) expect(page).toContain(`<td><code>${code}</code></td>`)
})

test('the page has no script and makes no request to other hosts', async () => {
  expect(page).not.toMatch(/<script|<iframe|<img|\son\w+=|style=|javascript:/i)
  const addresses = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!)
  expect(addresses.length).toBeGreaterThan(0)
  for (const address of addresses) {
    expect(address).toMatch(/^\/api\//)
    expect((await fetch(origin + address)).status).toBe(200)
  }
  const style = await fetch(`${origin}/api/docs.css`)
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(await style.text()).not.toMatch(/url\(|@import/)
})

test('the page escapes markup in the texts of an endpoint', () => {
  const hostile = endpoint({
    method: 'GET',
    path: '/test/<b>',
    summary: '<script>alert("1")</script> & more',
    caller: 'anyone',
    response: null,
    refusals: [],
  })
  const html = docsPage([hostile], '/api')
  expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more')
  expect(html).toContain('/api/test/&lt;b&gt;')
})
