import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)

// Not HTML: the API writes the configuration into the page, so a file made now would be stale.
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|webmanifest)$/

/** A tenth more bytes for a fiftieth of the CPU: pages for this machine alone need little bandwidth, and `npm start` waits for them. */
const LOCAL_QUALITY = 5

/** Writes `name.br` beside every asset that gains from it, so that the server never compresses on a request. */
export function brotliBesideAssets(): Plugin {
  let quality = constants.BROTLI_MAX_QUALITY
  return {
    name: 'brotli-beside-assets',
    apply: 'build',
    configResolved({ env }) {
      if (env.VITE_DEMO_WALLET) quality = LOCAL_QUALITY
    },
    async writeBundle({ dir }) {
      if (!dir) return
      const files = (await readdir(dir, { recursive: true })).filter((file) => COMPRESSIBLE.test(file))
      await Promise.all(files.map((file) => writeBrotli(join(dir, file), quality)))
    },
  }
}

async function writeBrotli(path: string, quality: number): Promise<void> {
  const plain = await readFile(path)
  const packed = await compress(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
  if (packed.length < plain.length) await writeFile(`${path}.br`, packed)
}
