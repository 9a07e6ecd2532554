import sharp from 'sharp'

/** A picture that is the same for the same seed, and another for another. */
export function simulatedPicture(seed: number, isFinished = true): Promise<Buffer> {
  const background = { r: seed % 256, g: (seed >> 8) % 256, b: isFinished ? 200 : 0 }
  return sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .png()
    .toBuffer()
}

/** With at least this many steps, a picture takes long enough to be cancelled. */
const STEPS_LONG = 50

export function stepMs(steps: number): number {
  return steps >= STEPS_LONG ? 50 : 2
}
