import type { UploadedFile } from '../raw-value.ts'

/** What the browser can measure of a file before it is uploaded. */
export async function measureFile(
  blob: Blob,
  kind: 'image' | 'audio',
): Promise<Omit<UploadedFile, 'id' | 'url'>> {
  if (kind === 'audio') return { width: null, height: null, seconds: await secondsOf(blob) }
  const bitmap = await createImageBitmap(blob)
  const { width, height } = bitmap
  bitmap.close()
  return { width, height, seconds: null }
}

async function secondsOf(blob: Blob): Promise<number> {
  const { duration } = await decodeSound(blob)
  return duration
}

/** The sample rate does not matter here; an offline context needs no audio device. */
export async function decodeSound(blob: Blob): Promise<AudioBuffer> {
  return new OfflineAudioContext(1, 1, 16_000).decodeAudioData(await blob.arrayBuffer())
}
