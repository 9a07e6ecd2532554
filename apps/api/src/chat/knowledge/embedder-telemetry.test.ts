import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { EMBEDDER_ENVIRONMENT, embedInChild } from './embed-in-child.ts'

/** The smallest possible network, which returns its input. */
function identityModel(): Buffer {
  const field = (id: number, bytes: Buffer) =>
    Buffer.concat([Buffer.from([(id << 3) | 2, bytes.length]), bytes])
  const text = (id: number, value: string) => field(id, Buffer.from(value))
  const int = (id: number, value: number) => Buffer.from([id << 3, value])
  const type = field(2, field(1, Buffer.concat([int(1, 1), field(2, field(1, int(1, 1)))])))
  const tensor = (name: string) => Buffer.concat([text(1, name), type])
  const identity = Buffer.concat([text(1, 'x'), text(2, 'y'), text(4, 'Identity')])
  const graph = Buffer.concat([
    field(1, identity),
    text(2, 'g'),
    field(11, tensor('x')),
    field(12, tensor('y')),
  ])
  return Buffer.concat([int(1, 8), field(7, graph), field(8, int(2, 13))])
}

/** A folder with the smallest network, and beside it an empty home folder. */
async function makeFolders(): Promise<{ root: string; home: string }> {
  const root = await mkdtemp(join(tmpdir(), 'infra-home-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const home = join(root, 'home')
  await mkdir(home)
  await writeFile(join(root, 'tokenizer.json'), JSON.stringify({ model: { vocab: {} } }))
  await writeFile(join(root, 'model.onnx'), identityModel())
  return { root, home }
}

/** Has the embedder load a network, and returns what is in the home folder afterwards. */
async function filesInHomeAfter(environment: Record<string, string>): Promise<string[]> {
  const { root, home } = await makeFolders()
  const env = { ...environment, HOME: home, TMPDIR: home }
  const embedder = fork(new URL('embedder.ts', import.meta.url), [root], { env, execArgv: [] })
  embedder.send({ id: 1, texts: ['hello'] })
  await once(embedder, 'message')
  embedder.disconnect()
  await once(embedder, 'exit')
  return readdir(home)
}

test('[finding S22] the embedder writes nothing to the home folder; without its environment, it would', async () => {
  expect(await filesInHomeAfter(EMBEDDER_ENVIRONMENT)).toEqual([])
  expect(await filesInHomeAfter({})).not.toEqual([])
})

test('[finding S22] the chat starts the embedder with that environment, not with its own', async () => {
  const { root, home } = await makeFolders()
  vi.stubEnv('HOME', home)
  onTestFinished(() => void vi.unstubAllEnvs())
  // The smallest network makes no vectors, but it was loaded.
  await expect(embedInChild(root)(['hello'])).rejects.toThrow('The embedder failed')
  expect(await readdir(home)).toEqual([])
})
