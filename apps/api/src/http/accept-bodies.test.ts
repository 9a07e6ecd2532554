import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { openTestEndpoints, writeLetter, writeNote } from '../test/test-endpoints.ts'

const { call, origin } = await startTestApi({ addRoutes: openTestEndpoints })
const valid = { name: 'fox', count: 3, loud: true }

afterEach(async () => {
  expect(await call(writeNote, { body: valid })).toEqual(valid)
})

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  readAnswer(
    fetch(`${origin}/api/test/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    }),
  )

test('[C14] accepts only JSON as a body', async () => {
  const body = JSON.stringify(valid)
  const types = [
    'text/plain',
    'application/json,',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'json',
  ]
  for (const type of types) {
    expectRefusal(await post(body, { 'content-type': type }), { status: 415, code: 'unsupported_media_type' })
  }
  // `fetch` names no type for bytes.
  const untyped = fetch(`${origin}/api/test/notes`, { method: 'POST', body: Buffer.from(body) })
  expectRefusal(await readAnswer(untyped), { status: 415, code: 'unsupported_media_type' })
})

test('[C16] accepts only UTF-8 as a charset', async () => {
  for (const charset of ['utf-7', 'utf-16', '"UTF-16"', 'latin1']) {
    const answer = await post(JSON.stringify(valid), {
      'content-type': `application/json; charset=${charset}`,
    })
    expectRefusal(answer, { status: 415, code: 'unsupported_media_type' })
  }
  for (const charset of ['utf-8', 'UTF-8', '"utf-8"']) {
    const answer = await post(JSON.stringify(valid), {
      'content-type': `application/json; charset=${charset}`,
    })
    expect(answer).toMatchObject({ status: 201 })
  }
})

test('[C17] refuses a compressed body', async () => {
  const bomb = gzipSync(Buffer.alloc(1_000_000, ' '))
  for (const encoding of ['gzip', 'br', 'identity, gzip']) {
    const answer = await post(bomb, { 'content-encoding': encoding })
    expectRefusal(answer, { status: 415, code: 'unsupported_encoding' })
  }
  expect(await post(JSON.stringify(valid), { 'content-encoding': 'identity' })).toMatchObject({ status: 201 })
})

test('accepts a body of up to 64 kB, and a larger one if the endpoint allows it', async () => {
  const letter = (length: number) => call(writeLetter, { body: { words: 'x'.repeat(length) } })
  expect(await letter(299_000)).toEqual({ length: 299_000 })
  await expect(letter(300_000)).rejects.toMatchObject({ code: 'payload_too_large' })
  const answer = await post(JSON.stringify({ ...valid, name: 'x'.repeat(66_000) }))
  expectRefusal(answer, { status: 413, code: 'payload_too_large' })
})

test('accepts both encodings of form data if the endpoint allows it, and no more bytes than of JSON', async () => {
  const fields = { token: 'not-one-of-ours' }
  const send = (body: BodyInit) => readAnswer(fetch(`${origin}/api/auth/logout`, { method: 'POST', body }))
  const multipart = (words: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(words)) form.set(name, value)
    return form
  }
  for (const body of [new URLSearchParams(fields), multipart(fields)]) {
    expect(await send(body)).toMatchObject({ status: 204 })
  }
  const far = { ...fields, more: 'x'.repeat(70_000) }
  for (const body of [new URLSearchParams(far), multipart(far)]) {
    expectRefusal(await send(body), { status: 413, code: 'payload_too_large' })
  }
})
