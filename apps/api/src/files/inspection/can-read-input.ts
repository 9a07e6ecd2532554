import { readFile } from 'node:fs/promises'
import { parseWav } from '@infra/inference/sound/wav'
import { decodeHole, decodePicture } from './decode-picture.ts'
import { type FetchedInput, sizeOf } from './gate-files.ts'

/** An input to open as a node would. */
export interface ReadTask extends FetchedInput {
  read: string
}

/** At least this share of a picture must remain when the rest is painted over. */
const KEPT_MIN = 0.05

/**
 * Whether a node can work on the input: its files open, and there's something to do. These are the conditions of the apps' runners that go
 * beyond the checks of an order. It opens files of strangers, so only the inspector may call it.
 */
export async function canReadInput({ read, input, files }: ReadTask): Promise<boolean> {
  try {
    if (files.audio) parseWav(await readFile(files.audio.path))
    if (files.image) await decodePicture(await readFile(files.image.path))
    if (files.mask && !isPartly(await decodeHole(await readFile(files.mask.path), sizeOf(files.image!))))
      return false
  } catch {
    return false
  }
  return read !== 'expand-photo' || ['left', 'right', 'top', 'bottom'].some((side) => Number(input[side]) > 0)
}

function isPartly(hole: Uint8Array): boolean {
  let painted = 0
  for (const pixel of hole) painted += pixel
  return painted > 0 && painted <= hole.length * (1 - KEPT_MIN)
}
