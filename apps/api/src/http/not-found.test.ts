import { afterEach, expect, test } from 'vitest'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { openSocket, readToEnd, sendRaw } from '../test/raw-http.ts'
import { webFolder } from '../test/servers/web-folder.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { openTestEndpoints, writeNote } from '../test/test-endpoints.ts'

const { call, origin, logs } = await startTestApi({
  addRoutes: openTestEndpoints,
  env: { WEB_DIR: await webFolder() },
})
const valid = { name: 'fox', count: 3, loud: true }

afterEach(async () => {
  expect(await call(writeNote, { body: valid })).toEqual(valid)
})

test.for(['/api', '/api/', '/api/unknown', '/api/test/notes/1/2', '/api/unknown?a=1', '/api//test/notes'])(
  '[C19] answers 404 in JSON to %s, even for a browser',
  async (path) => {
    const answer = await readAnswer(fetch(origin + path, { headers: { accept: 'text/html' } }))
    expectRefusal(answer, { status: 404, code: 'not_found' })
  },
)

test.for(['POST', 'PUT', 'DELETE'])('[C19] answers 404 to %s outside the API', async (method) => {
  expectRefusal(await readAnswer(fetch(`${origin}/unknown`, { method })), { status: 404, code: 'not_found' })
})

test.for([
  ['POST', '/api/unknown', 404],
  ['PUT', '/unknown', 404],
  ['DELETE', '/api/test/notes', 405],
  ['POST', '/v1/unknown', 404],
  ['POST', '/v1/models', 405],
] as const)('answers %s %s with %i without reading a body', async ([method, path, status]) => {
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
    // Announces a body and sends none.
    const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}`
    const socket = await openSocket(origin, `${head}\r\nContent-Length: 1000\r\n\r\n`)
    expect((await readToEnd(socket)).status).toBe(status)
  }
})

test('[C34] answers a preflight from another origin without allowing anything', async () => {
  const answer = await fetch(`${origin}/api/test/notes`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('allow')).toBe('POST, GET')
  const cors = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))
  expect(cors).toEqual([])
})

test('[C34] does not allow another origin to read an answer', async () => {
  const answer = await fetch(`${origin}/api/test/notes`, { headers: { origin: 'https://elsewhere.example' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test.for(['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])(
  'answers 405 to %s, with the methods that the endpoint allows',
  async (method) => {
    const answer = await sendRaw(
      origin,
      `${method} /api/test/notes HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    const problem = expectRefusal(answer, { status: 405, code: 'method_not_allowed' })
    expect(answer.headers.get('allow')).toBe('POST, GET')
    expect(problem.detail).toBe('This endpoint takes POST, GET.')
  },
)

test.for(['/api/test/named/%zz', '/api/%', '/api/%c3%28'])(
  'answers 400 to %s, which cannot be decoded',
  async (path) => {
    const answer = await readAnswer(fetch(origin + path))
    expectRefusal(answer, { status: 400, code: 'malformed_request' })
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    await expect
      .poll(() => logs)
      .toContainEqual(expect.objectContaining({ msg: 'answered', reqId: answer.headers.get('x-request-id') }))
  },
)
