// The unmodified client, and what is common to the scripts that use it.
import assert from 'node:assert/strict'
import OpenAI from 'openai'
import { call, errorOf, isRefusal } from './report.mjs'

const { INFRA_URL, INFRA_KEY } = process.env
export const client = new OpenAI({
  baseURL: `${INFRA_URL}/v1`,
  apiKey: INFRA_KEY,
  timeout: 600_000,
  maxRetries: 5,
})

export const refused = (name, work, { status, ...expected }) =>
  call(null, name, async () => {
    const error = await errorOf(work)
    assert.ok(error instanceof OpenAI.APIError, String(error))
    isRefusal(error.error, error.message, expected)
    for (const [field, value] of Object.entries({ status, ...expected }))
      assert.equal(error[field], value, field)
    assert.match(error.requestID, /./)
    assert.equal(error.headers.get('x-should-retry'), 'false')
  })

export const all = async (stream) => {
  const items = []
  for await (const item of stream) items.push(item)
  return items
}
