import { expect, test } from 'vitest'
import { readDocument } from '../test/read-document.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi()
const { operations, problem } = await readDocument(api, '/v1')
const operation = (path: string) => operations.find((one) => one.path === path)!

test('anyone from any origin can read the document of /v1, which lists its endpoints', async () => {
  expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'GET /models',
    'GET /models/{id}',
    'POST /apps/{app}',
    'POST /audio/speech',
    'POST /audio/transcriptions',
    'POST /chat/completions',
    'POST /completions',
    'POST /images/edits',
    'POST /images/generations',
  ])
  const answer = await fetch(`${api.origin}/v1/openapi.json`)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/v1' }] })
})

test('the document describes the errors and the content types of /v1', () => {
  expect(problem).toMatchObject({ properties: { error: { required: ['message', 'type', 'param', 'code'] } } })
  const { responses, requestBody } = operation('/apps/{app}')
  expect(Object.keys(requestBody!.content)).toEqual(['multipart/form-data', 'application/json'])
  expect(Object.keys(responses[200]!.content!)).toEqual(['*/*'])
  expect(responses[400]!.description).toContain('`unsupported_parameter`')
  expect(responses[401]!.description).toContain('`invalid_api_key`')
  expect(responses[402]!.description).toContain('`key_cap`')
  expect(responses[404]!.description).toContain('`model_not_found`')
  expect(responses[502]!.description).toContain('`app_failed`')
  expect(responses[503]!.description).toContain('`no_node`')
  expect(responses[422]).toBeUndefined()
  expect(Object.keys(operation('/chat/completions').responses[200]!.content!)).toEqual([
    'application/json',
    'text/event-stream',
  ])
})
