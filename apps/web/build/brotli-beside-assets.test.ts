import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { build } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { brotliBesideAssets } from './brotli-beside-assets.ts'

/** A project of one script, built with the plugin. */
async function buildWith(script: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'brotli-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'public'))
  await writeFile(join(root, 'index.html'), '<script type="module" src="/main.js"></script>')
  await writeFile(join(root, 'main.js'), script)
  await writeFile(join(root, 'public', 'tiny.txt'), 'x')
  await build({ root, configFile: false, logLevel: 'error', plugins: [brotliBesideAssets()] })
  return join(root, 'dist')
}

test('every asset that gains from it gets a .br twin, but not the page, which the API rewrites', async () => {
  const dist = await buildWith(`console.log(${JSON.stringify('warm '.repeat(200))})`)
  const files = await readdir(dist, { recursive: true })
  const packed = files.filter((file) => file.endsWith('.br'))
  expect(packed).toEqual([expect.stringMatching(/^assets\/index-.+\.js\.br$/)])
  const plain = await readFile(join(dist, packed[0]!.replace(/\.br$/, '')))
  expect(brotliDecompressSync(await readFile(join(dist, packed[0]!)))).toEqual(plain)
})

test('pages for this machine alone are compressed quickly, and pages for everyone as small as possible', async () => {
  const words = await readFile(import.meta.filename, 'utf8')
  const packed = async () => {
    const dist = await buildWith(`console.log(${JSON.stringify(words)})`)
    const [name] = (await readdir(join(dist, 'assets'))).filter((file) => file.endsWith('.br'))
    return await readFile(join(dist, 'assets', name!))
  }
  const forAll = await packed()
  vi.stubEnv('VITE_DEMO_WALLET', 'true')
  onTestFinished(() => void vi.unstubAllEnvs())
  const forThisMachine = await packed()
  expect(forThisMachine.length).toBeGreaterThan(forAll.length)
  expect(brotliDecompressSync(forThisMachine)).toEqual(brotliDecompressSync(forAll))
})
