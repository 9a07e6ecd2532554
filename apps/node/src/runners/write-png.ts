import type { Sharp } from 'sharp'
import type { RunnerOutput } from './runner.ts'

/** Just below the network's limit. */
const FILE_BYTES_MAX = 60_000_000

/** Encodes a PNG, with fewer pixels if it would exceed the limit, because a smaller picture is better than none. */
export async function writePng(width: number, open: () => Sharp): Promise<RunnerOutput> {
  for (let scale = 1; ; scale *= 0.8) {
    const sized = scale === 1 ? open() : open().resize({ width: Math.round(width * scale) })
    const bytes = await sized.png().toBuffer()
    if (bytes.length <= FILE_BYTES_MAX) return { name: 'picture', kind: 'image', bytes }
  }
}
