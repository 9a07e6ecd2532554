import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../test/database.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { faultProxy } from '../test/servers/fault-proxy.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { openTestEndpoints } from '../test/test-endpoints.ts'

const TOKEN = 'a-token-of-some-length'
const database = await faultProxy(await createTestDatabase())
const { origin } = await startTestApi({ addRoutes: openTestEndpoints, env: { DATABASE_URL: database.url } })
const guarded = await startTestApi({ env: { METRICS_TOKEN: TOKEN } })
const get = (url: string, headers: Record<string, string> = {}) => readAnswer(fetch(url, { headers }))

afterEach(() => database.restore())

describe('without its database a process', () => {
  test('is alive, because a restart would not help', async () => {
    await database.inject({ kind: 'refuse' })
    expect(await get(`${origin}/healthz`)).toMatchObject({ status: 200, body: '{"status":"alive"}' })
  })

  test('is not ready for traffic until the database is back', async () => {
    expect(await get(`${origin}/readyz`)).toMatchObject({ status: 200, body: '{"status":"ready"}' })

    await database.inject({ kind: 'refuse' })
    const answer = await get(`${origin}/readyz`)
    expectRefusal(answer, { status: 503, code: 'dependency_unavailable' })
    expect(answer.headers.get('retry-after')).toBe('2')

    await database.restore()
    expect(await get(`${origin}/readyz`)).toMatchObject({ status: 200 })
  })
})

describe('the metrics', () => {
  test('without a token are served to this machine only, and not through a proxy on it', async () => {
    expect(await get(`${origin}/metrics`)).toMatchObject({ status: 200 })
    for (const name of ['x-forwarded-for', 'forwarded']) {
      expectRefusal(await get(`${origin}/metrics`, { [name]: '127.0.0.1' }), {
        status: 404,
        code: 'not_found',
      })
    }
  })

  test('with a token are served to callers who send it, from anywhere', async () => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.1' })
    const url = `${guarded.origin}/metrics`
    expect(await get(url, bearer(TOKEN))).toMatchObject({ status: 200 })
    for (const headers of [{}, bearer('x'), bearer(TOKEN.replace('a', 'b')), bearer(`${TOKEN}x`)]) {
      expectRefusal(await get(url, headers), { status: 404, code: 'not_found' })
    }
  })

  test('count answers by route pattern, so that no caller can add a line of their own', async () => {
    const id = randomUUID()
    await get(`${origin}/api/test/notes/${id}`)
    await get(`${origin}/api/${id}`)

    const { body } = await get(`${origin}/metrics`)

    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/test/notes/:id",status="404"} 1',
    )
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="unmatched",status="404"}')
    expect(body).toContain('process_cpu_seconds_total')
    expect(body).not.toContain(id)
  })

  test('of the process are collected once, so that a server that was closed keeps no memory and costs no time', async () => {
    const observe = vi.spyOn(PerformanceObserver.prototype, 'observe')
    onTestFinished(() => observe.mockRestore())
    const { origin: another } = await startTestApi()
    expect((await get(`${another}/metrics`)).body).toContain('nodejs_gc_duration_seconds')
    expect(observe).not.toHaveBeenCalled()
  })
})

describe('a process that is about to close', () => {
  test('is not ready, but still answers, and closes each connection after its answer', async () => {
    const leaving = new AbortController()
    const { origin: here } = await startTestApi({ addRoutes: openTestEndpoints, leaving: leaving.signal })
    expect(await get(`${here}/readyz`)).toMatchObject({ status: 200 })

    leaving.abort()
    expectRefusal(await get(`${here}/readyz`), { status: 503, code: 'dependency_unavailable' })
    const answer = await get(`${here}/api/test/notes`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('connection')).toBe('close')
    expect(await get(`${here}/healthz`)).toMatchObject({ status: 200 })
  })
})
