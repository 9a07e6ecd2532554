import type { KeptFile } from '../raw-value.ts'

/** What the browser can tell of a file before the network has looked at it. */
export async function measureFile(
  blob: Blob,
  kind: 'image' | 'audio',
): Promise<Omit<KeptFile, 'id' | 'url'>> {
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

/** The rate does not matter for reading; an offline context asks for no loudspeaker. */
export async function decodeSound(blob: Blob): Promise<AudioBuffer> {
  return new OfflineAudioContext(1, 1, 16_000).decodeAudioData(await blob.arrayBuffer())
}
