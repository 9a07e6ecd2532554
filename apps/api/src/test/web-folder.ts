import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { RENDERER_PATH } from '@infra/protocol/arrival'
import { CONFIGURATION_BLOCK_ID } from '@infra/protocol/configuration'
import { afterAll } from 'vitest'

export const APP_SCRIPT = `console.log(${JSON.stringify('infra '.repeat(200))})\n`

/** A built web app as small as one can be, with a program that draws its first screens if one is given, in a folder that goes away with the test file. */
export async function webFolder({ renderer }: { renderer?: string } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-web-'))
  afterAll(() => rm(folder, { recursive: true }))
  // Inside a folder named "assets", which must not make everything below it one.
  const web = join(folder, 'assets', 'web')
  await mkdir(join(web, 'assets'), { recursive: true })
  const html = `<!doctype html><head><title>Infra</title><script type="application/json" id="${CONFIGURATION_BLOCK_ID}">{}</script></head><body><div id="root"></div></body>`
  await writeFile(join(web, 'index.html'), html)
  await writeFile(join(web, 'index.html.br'), brotliCompressSync(html))
  await writeFile(join(web, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(web, '.sources'), 'a stamp of the build')
  await writeFile(join(web, 'assets', 'app-123.js'), APP_SCRIPT)
  await writeFile(join(web, 'assets', 'app-123.js.br'), brotliCompressSync(APP_SCRIPT))
  if (renderer) {
    await mkdir(dirname(join(web, RENDERER_PATH)))
    await writeFile(join(web, RENDERER_PATH), renderer)
  }
  await writeFile(join(folder, 'assets', 'secret.txt'), 'outside of the web folder')
  return web
}
