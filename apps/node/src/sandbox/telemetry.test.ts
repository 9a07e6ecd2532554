import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CHILD_ENVIRONMENT } from './child.ts'

/** Loads the smallest network there is: one that gives back its input. */
const script = `
  import { InferenceSession } from ${JSON.stringify(import.meta.resolve('onnxruntime-node'))}
  const field = (id, bytes) => Buffer.concat([Buffer.from([(id << 3) | 2, bytes.length]), bytes])
  const text = (id, value) => field(id, Buffer.from(value))
  const int = (id, value) => Buffer.from([id << 3, value])
  const type = field(2, field(1, Buffer.concat([int(1, 1), field(2, field(1, int(1, 1)))])))
  const tensor = (name) => Buffer.concat([text(1, name), type])
  const identity = Buffer.concat([text(1, 'x'), text(2, 'y'), text(4, 'Identity')])
  const graph = Buffer.concat([field(1, identity), text(2, 'g'), field(11, tensor('x')), field(12, tensor('y'))])
  await InferenceSession.create(Buffer.concat([int(1, 8), field(7, graph), field(8, int(2, 13))]))`

async function filesInHomeAfter(environment: Record<string, string>): Promise<string[]> {
  const home = await mkdtemp(join(tmpdir(), 'infra-home-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const env = { ...environment, HOME: home, TMPDIR: home }
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, cwd: home })
  return readdir(home)
}

test('[finding S22] with a child’s environment, ONNX Runtime leaves nothing in the home folder', async () => {
  expect(await filesInHomeAfter(CHILD_ENVIRONMENT)).toEqual([])
})

test('[finding S22] without that environment ONNX Runtime leaves files: the test above can fail', async () => {
  const { ORT_DISABLE_TELEMETRY: _, ...others } = CHILD_ENVIRONMENT
  expect(await filesInHomeAfter(others)).not.toEqual([])
})
