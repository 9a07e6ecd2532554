import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bytesKept, type SpaceLimit } from './free-space.ts'
import { folderName } from './pack.ts'
import { packOf, startRegistry } from './test/registry.ts'
import { NoSpace, openWeights } from './weights.ts'

const MODEL_BYTES = 100_000
const made = await Promise.all(
  ['one', 'two', 'three'].map((name) => packOf(name, { 'model.onnx': randomBytes(MODEL_BYTES) })),
)
const packs = made.map(({ pack }) => pack)
/** Tarballs have a few bytes more than the model. */
const PACK_BYTES = MODEL_BYTES + 2_000
/** Room for one pack, and for another while it is fetched, when its tarball is there too. */
const ONE_AND_ONE = 3 * PACK_BYTES
const TWO_AND_ONE = 4 * PACK_BYTES

async function open(limit: Partial<SpaceLimit>, cache?: string) {
  const folder = cache ?? (await mkdtemp(join(tmpdir(), 'infra-space-')))
  if (!cache) onTestFinished(() => rm(folder, { recursive: true }))
  const fetches = { atOnce: 0, most: 0 }
  const registry = await startRegistry((request, response) => {
    const found = made.find(({ pack }) => request.url!.includes(`-${pack.name}-`))!
    fetches.atOnce += 1
    fetches.most = Math.max(fetches.most, fetches.atOnce)
    response.on('close', () => {
      fetches.atOnce -= 1
    })
    response.writeHead(200, { 'content-length': found.tarball.length })
    // Late enough that other requests would arrive meanwhile if they could.
    setTimeout(() => response.end(found.tarball), 50)
  })
  onTestFinished(() => registry.close())
  const space = { bytesMax: ONE_AND_ONE, mayRemove: () => true, ...limit }
  const lines: string[] = []
  const mirror = new URL(registry.url)
  const weights = openWeights({ cache: folder, mirror, packs, space, say: (line) => lines.push(line) })
  const names = async () =>
    (await readdir(folder)).filter((name) => !name.endsWith('.lock')).map((name) => name.split('-')[0])
  return { cache: folder, weights, lines, names, fetches, requests: registry.requests }
}

/** Makes a pack look last used this many minutes ago. */
async function age(cache: string, name: string, minutes: number): Promise<void> {
  const at = new Date(Date.now() - minutes * 60_000)
  await utimes(join(cache, folderName({ name, version: '1.2.3' })), at, at)
}

async function use(weights: ReturnType<typeof openWeights>, name: string): Promise<void> {
  const { release } = await weights.hold(name)
  release()
}

test('removes the least recently used pack for another, and fetches it again when needed', async () => {
  const { cache, weights, lines, names, requests } = await open({})
  await use(weights, 'one')
  await use(weights, 'two')
  expect(await names()).toEqual(['one', 'two'])
  await age(cache, 'one', 1)
  await age(cache, 'two', 2)
  await use(weights, 'three')
  expect(await names()).toEqual(['one', 'three'])
  expect(lines.join()).toContain('Removed the weights "two-1.2.3"')
  await use(weights, 'two')
  expect(requests).toHaveLength(4)
  expect(await bytesKept(cache)).toBeLessThanOrEqual(ONE_AND_ONE)
})

test('decides by when a pack was last used, not by when it was fetched', async () => {
  const { cache, weights, names } = await open({})
  await use(weights, 'one')
  await use(weights, 'two')
  await age(cache, 'one', 2)
  await age(cache, 'two', 1)
  await use(weights, 'one')
  await use(weights, 'three')
  expect(await names()).toEqual(['one', 'three'])
})

test('never removes a pack that a job uses, not even for another process', async () => {
  const { cache, weights, names } = await open({})
  const [one, two] = [await weights.hold('one'), await weights.hold('two')]
  const another = await open({}, cache)
  await expect(another.weights.hold('three')).rejects.toThrow(NoSpace)
  await expect(weights.hold('three')).rejects.toThrow('more than the limit leaves')
  expect(await names()).toEqual(['one', 'two'])
  two.release()
  await use(another.weights, 'three')
  expect(await names()).toEqual(['one', 'three'])
  one.release()
  // The first process finds out that its pack is gone.
  await use(weights, 'two')
  expect(await names()).toContain('two')
})

test('removes nothing for a pack that no job needs yet', async () => {
  const { weights, names } = await open({})
  await weights.ensure('one')
  await weights.ensure('two')
  await expect(weights.ensure('three')).rejects.toThrow(NoSpace)
  expect(await names()).toEqual(['one', 'two'])
})

test('keeps a pack that may not be removed, and throws if no space can be freed', async () => {
  const { weights, names } = await open({ mayRemove: (folder) => !folder.startsWith('one') })
  await use(weights, 'one')
  await use(weights, 'two')
  await use(weights, 'three')
  expect(await names()).toEqual(['one', 'three'])
  const shared = await open({ mayRemove: () => false })
  await use(shared.weights, 'one')
  await use(shared.weights, 'two')
  await expect(shared.weights.hold('three')).rejects.toThrow(NoSpace)
})

test('fetches packs one after another, so that together they stay within the limit', async () => {
  const { cache, weights, fetches } = await open({ bytesMax: TWO_AND_ONE })
  const held = await Promise.all(['one', 'two', 'three'].map((name) => weights.hold(name)))
  expect(fetches.most).toBe(1)
  expect(await bytesKept(cache)).toBe(3 * MODEL_BYTES)
  for (const { release } of held) release()
})

test('removes the remains of an interrupted fetch before any pack', async () => {
  const { cache, weights, names } = await open({})
  await use(weights, 'one')
  await writeFile(join(cache, 'gone-0.0.1.tgz.part'), Buffer.alloc(PACK_BYTES))
  await utimes(join(cache, 'gone-0.0.1.tgz.part'), 1, 1)
  await use(weights, 'two')
  expect(await names()).toEqual(['one', 'two'])
})

test('does not write to a cache from which nothing may be removed when a job uses a pack', async () => {
  const { cache, weights } = await open({ mayRemove: () => false })
  await use(weights, 'one')
  for (const name of await readdir(cache)) if (name.endsWith('.lock')) await rm(join(cache, name))
  const before = await readdir(cache)
  const another = await open({ mayRemove: () => false }, cache)
  const { release } = await another.weights.hold('one')
  expect(await readdir(cache)).toEqual(before)
  release()
})
