import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { CRITICAL_ASSETS_FOLDER, type CriticalAssets, RENDERER_PATH } from '@infra/protocol/pages/bootstrap'
import { CONFIGURATION_BLOCK_ID } from '@infra/protocol/pages/configuration'
import { onFinished } from '../on-finished.ts'

export const APP_SCRIPT = `console.log(${JSON.stringify('infra '.repeat(200))})\n`

/** The script that stands in every page. */
export const INLINE_SCRIPT = 'document.title'

interface Extras {
  /** A program that draws its first screens. */
  renderer?: string
  /** What only the page of Home has. */
  home?: CriticalAssets
}

/** A minimal build of the web app, in a folder that is removed with the test file. */
export async function webFolder({ renderer, home }: Extras = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-web-'))
  onFinished(() => rm(folder, { recursive: true }))
  // Inside a folder named "assets", which must not make every file in it an asset.
  const web = join(folder, 'assets', 'web')
  await mkdir(join(web, 'assets'), { recursive: true })
  const html = `<!doctype html><head><script>${INLINE_SCRIPT}</script><title>Infra</title><script type="application/json" id="${CONFIGURATION_BLOCK_ID}">{}</script><script type="module" src="/assets/app-123.js"></script><link rel="stylesheet" href="/assets/app-123.css"></head><body><div id="root"></div></body>`
  await writeFile(join(web, 'index.html'), html)
  await writeFile(join(web, 'index.html.br'), brotliCompressSync(html))
  await writeFile(join(web, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  for (const icon of ['apple-touch-icon.png', 'icon-192.png', 'icon-512.png', 'icon-maskable.png']) {
    await writeFile(join(web, icon), 'a picture')
  }
  await writeFile(join(web, 'manifest.webmanifest'), '{}')
  await writeFile(join(web, '.sources'), 'a stamp of the build')
  await writeFile(join(web, 'assets', 'app-123.js'), APP_SCRIPT)
  await writeFile(join(web, 'assets', 'app-123.js.br'), brotliCompressSync(APP_SCRIPT))
  if (renderer) {
    await mkdir(dirname(join(web, RENDERER_PATH)))
    await writeFile(join(web, RENDERER_PATH), renderer)
  }
  if (home) {
    await mkdir(join(web, CRITICAL_ASSETS_FOLDER))
    await writeFile(join(web, CRITICAL_ASSETS_FOLDER, 'home.json'), JSON.stringify(home))
  }
  await writeFile(join(folder, 'assets', 'secret.txt'), 'outside of the web folder')
  return web
}
