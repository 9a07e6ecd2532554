import { readdir } from 'node:fs/promises'
import { type UploadedFile, uploadFile } from '@infra/protocol/files'
import type { ErrorCode, Problem } from '@infra/protocol/refusal'
import { afterEach, beforeEach, expect } from 'vitest'
import { expectRefusal, readAnswer } from './expect-refusal.ts'
import { type Person, signInSomeone } from './person.ts'
import type { TestApi } from './start-test-api.ts'

export interface Uploader {
  /** A new person for each test, who has sent nothing yet. */
  sender: () => Person
  send: (bytes: Buffer | string, name?: string, person?: Person) => Promise<UploadedFile>
  fetchBack: (file: Pick<UploadedFile, 'url'>) => Promise<Buffer>
  expectSendRefused: (
    bytes: Buffer | string,
    expected: { name?: string; status?: number; code: ErrorCode },
  ) => Promise<Problem>
}

/** Sends files as a new person for each test. After each test no temporary file may be left, and no error be logged. */
export function uploader(api: TestApi): Uploader {
  const { clock, deps, logs, origin } = api
  let sender: Person

  beforeEach(async () => {
    // Each test in a rate window of its own.
    clock.now = new Date(clock.now.getTime() + 60_000)
    sender = await signInSomeone(api)
  })

  afterEach(async () => {
    expect(await readdir(deps.files.tempDir)).toEqual([])
    expect(logs.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  return {
    sender: () => sender,
    send: (bytes, name = 'a.png', person = sender) => person.call(uploadFile, { file: fileOf(bytes, name) }),
    fetchBack: async ({ url }) => Buffer.from(await (await fetch(origin + url)).arrayBuffer()),
    // Over plain HTTP, so that the whole refusal is checked.
    expectSendRefused: async (bytes, { name = 'a.png', status = 422, code }) => {
      const form = new FormData()
      form.set('file', fileOf(bytes, name))
      const { tokenType, accessToken } = sender.tokens
      const headers = { authorization: `${tokenType} ${accessToken}` }
      const sent = fetch(`${origin}/api/file`, { method: 'POST', body: form, headers })
      return expectRefusal(await readAnswer(sent), { status, code })
    },
  }
}

function fileOf(bytes: Buffer | string, name: string): File {
  return new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name)
}
