/** The loudness of a sound over time, each value between 0 and 1. */
export function peaksOf(samples: Float32Array, count: number): number[] {
  const size = Math.max(1, Math.floor(samples.length / count))
  const peaks = Array.from({ length: Math.min(count, samples.length) }, (_, part) => {
    let peak = 0
    for (let at = part * size; at < Math.min((part + 1) * size, samples.length); at++) {
      peak = Math.max(peak, Math.abs(samples[at]!))
    }
    return peak
  })
  const loudest = Math.max(...peaks, 0.01)
  return peaks.map((peak) => peak / loudest)
}

/** Fetches a sound and measures it. */
export async function measureSound(src: string, count: number): Promise<number[]> {
  const response = await fetch(src)
  if (!response.ok) throw new Error(`The sound could not be fetched: ${response.status}.`)
  // The sample rate does not matter for a waveform, and an offline context needs no permission to play.
  const context = new OfflineAudioContext(1, 1, 22_050)
  const decoded = await context.decodeAudioData(await response.arrayBuffer())
  return peaksOf(decoded.getChannelData(0), count)
}
