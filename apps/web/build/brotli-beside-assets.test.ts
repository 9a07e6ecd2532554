import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { brotliBesideAssets } from './brotli-beside-assets.ts'

test('every asset that gains from it gets a compressed twin; the page, which the API rewrites, does not', async () => {
  const root = await mkdtemp(join(tmpdir(), 'brotli-'))
  await mkdir(join(root, 'public'))
  await writeFile(join(root, 'index.html'), '<script type="module" src="/main.js"></script>')
  await writeFile(join(root, 'main.js'), `console.log(${JSON.stringify('warm '.repeat(200))})`)
  await writeFile(join(root, 'public', 'tiny.txt'), 'x')

  await build({ root, configFile: false, logLevel: 'error', plugins: [brotliBesideAssets()] })

  const files = await readdir(join(root, 'dist'), { recursive: true })
  const packed = files.filter((file) => file.endsWith('.br'))
  expect(packed).toEqual([expect.stringMatching(/^assets\/index-.+\.js\.br$/)])
  const plain = await readFile(join(root, 'dist', packed[0]!.replace(/\.br$/, '')))
  expect(brotliDecompressSync(await readFile(join(root, 'dist', packed[0]!)))).toEqual(plain)
  await rm(root, { recursive: true })
})
