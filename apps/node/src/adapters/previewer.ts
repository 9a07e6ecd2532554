import { PREVIEW_BYTES_MAX } from '@infra/protocol/attempts'
import sharp from '../runners/sharp.ts'

const SIDE_MAX = 256
/** People don't notice more than one change per second. */
const EVERY_MS = 1_000

/** Makes previews small enough to send; drops those that come too fast or aren't pictures. */
export function previewer(show: (picture: Buffer) => void): (bytes: Uint8Array) => void {
  let nextAt = 0
  return (bytes) => {
    if (performance.now() < nextAt) return
    nextAt = performance.now() + EVERY_MS
    sharp(bytes, { limitInputPixels: 50_000_000 })
      .resize(SIDE_MAX, SIDE_MAX, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 50 })
      .toBuffer()
      .then((small) => small.length <= PREVIEW_BYTES_MAX && show(small))
      // Losing a preview does no harm.
      .catch(() => {})
  }
}
