import { parseWav, WavError, type WavFile, wavHeader } from '@infra/inference/sound/wav'
import { corrupt, mismatch } from '../file-rules.ts'

export interface Wav {
  seconds: number
  /** Only the sound: captions, cover pictures and recording locations are left out. */
  bytes: Buffer
}

/** Reads how long a WAV file is, and leaves out everything but its sound. */
export function readWav(bytes: Buffer): Wav {
  const { format, data } = parseOrRefuse(bytes)
  const plain = Buffer.concat([wavHeader(format, data.length), data, Buffer.alloc(data.length % 2)])
  return {
    seconds: data.length / (format.rate * format.frameBytes),
    // The same object if nothing had to be removed, so that a hash made of it stays valid.
    bytes: plain.equals(bytes) ? bytes : plain,
  }
}

function parseOrRefuse(bytes: Buffer): WavFile {
  try {
    return parseWav(bytes)
  } catch (error) {
    if (!(error instanceof WavError)) throw error
    throw error.problem === 'damaged' ? corrupt(error) : mismatch(error.message)
  }
}
