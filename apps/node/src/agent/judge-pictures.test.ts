import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mistaken } from '@infra/safety/test/mistaken'
import { openWeights } from '@infra/weights/weights'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import { ball } from '../doctor/samples.ts'
import { street } from '../doctor/street.ts'
import type { JobOutput } from '../runners/runner.ts'
import { openSandbox } from '../sandbox/sandbox.ts'
import { CACHE } from '../test/test-runner.ts'
import { packs } from '../weights/packs.ts'
import { explicitAmong } from './judge-pictures.ts'

const folder = await mkdtemp(join(tmpdir(), 'infra-judge-'))
await chmod(folder, 0o711)
const sandbox = openSandbox({ scratch: join(folder, 'scratch'), readable: [CACHE], childrenMax: 1 })
const weights = openWeights({ cache: CACHE, packs, say: () => {} })
await weights.ensure('nsfw')
afterAll(async () => {
  sandbox.close()
  await rm(folder, { recursive: true, force: true })
})

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const judge = (outputs: JobOutput[], signal = new AbortController().signal) =>
  explicitAmong({ sandbox, weights, threads: 1, log }, outputs, signal)

async function made(name: string, content: string | Buffer, kind: 'image' | 'svg' = 'image') {
  const path = join(folder, name)
  const png = async () =>
    sharp(Buffer.from(content as string))
      .png()
      .toBuffer()
  await writeFile(path, kind === 'svg' || Buffer.isBuffer(content) ? content : await png())
  return { name, kind, path }
}

test('names the explicit pictures among the outputs, both photographs and drawings', async () => {
  const outputs: JobOutput[] = [
    await made('ball', ball),
    await made('bad', mistaken),
    await made('street', street, 'svg'),
    await made('worse', mistaken, 'svg'),
    { name: 'words', kind: 'text', text: 'nothing to look at' },
  ]
  expect(await judge(outputs)).toEqual(['bad', 'worse'])
  expect(await readdir(sandbox.scratchOf('safety'))).toEqual([])
})

test('a picture that can’t be judged is left to the network, with a warning in the log', async () => {
  expect(await judge([await made('broken', Buffer.from('no picture'))])).toEqual([])
  expect(log.warn).toHaveBeenCalledWith(expect.stringContaining('not judged'))
})

test('stopping the job stops the judging too', async () => {
  await expect(judge([await made('ball', ball)], AbortSignal.abort(new Error('gone')))).rejects.toThrow(
    'gone',
  )
})
