import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findApp } from '@infra/protocol/apps/catalogue'
import type { Assignment } from '@infra/protocol/attempts'
import { inputBytesMax } from '@infra/protocol/files'
import { afterAll, expect, test } from 'vitest'
import { fetchInputFiles } from './fetch-input-files.ts'
import type { NodeCall } from './session.ts'

const root = await mkdtemp(join(tmpdir(), 'infra-inputs-'))
afterAll(() => rm(root, { recursive: true }))

const PIECE = 100_000
const PIECES_MAX = 1_000

/** A network that announces one size and sends far more. */
async function fetchAnnounced(bytes: number) {
  let sent = 0
  const call = (async () =>
    new Response(
      new ReadableStream({
        pull: (controller) => {
          sent += 1
          if (sent > PIECES_MAX) controller.close()
          else controller.enqueue(new Uint8Array(PIECE))
        },
      }),
    )) as unknown as NodeCall
  const files = { image: { mime: 'image/png', bytes, sha256: '0'.repeat(64) } }
  const assignment = { attemptId: 'a', leaseToken: 'b', files } as unknown as Assignment
  const app = findApp('vectorise')!
  const fetching = { call, assignment, scratch: root, signal: AbortSignal.timeout(10_000) }
  const failure = await fetchInputFiles(fetching, app).catch((error) => error)
  return { failure, sent }
}

test('[finding S20] no more of a file is stored than the network announced', async () => {
  const { failure, sent } = await fetchAnnounced(3 * PIECE)

  expect(failure).toMatchObject({ reason: 'app_failed', message: expect.stringContaining('announced') })
  expect(sent).toBeLessThan(PIECES_MAX)
  expect((await stat(join(root, 'input-image'))).size).toBeLessThanOrEqual(3 * PIECE)
})

test('[finding S20] a file that is announced as larger than users may send is not fetched', async () => {
  const { failure, sent } = await fetchAnnounced(inputBytesMax.image + 1)

  expect(failure).toMatchObject({ reason: 'app_failed', message: expect.stringContaining('too much') })
  expect(sent).toBe(0)
})
