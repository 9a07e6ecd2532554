import { readFile } from 'node:fs/promises'
import { resampled } from './resample.ts'
import { JobFailure } from './runner.ts'

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
const CHANNELS_MAX = 8
const RATE_MAX = 192_000

/** Reads a WAV file as one channel at the wanted rate; one that cannot be read is the input's fault, wherever it is run. */
export async function readSound(path: string | undefined, rate: number): Promise<Float32Array> {
  if (!path) throw unreadable('The job names no sound.')
  const file = await readFile(path)
  try {
    const { format, data } = chunksOf(file)
    const sound = formatOf(format)
    return resampled(monoOf(data, sound), sound.rate, rate)
  } catch (error) {
    // Reading past the end is how a file shows that it was cut.
    throw error instanceof RangeError ? unreadable('The sound is cut short.', error) : error
  }
}

function unreadable(sentence: string, cause?: unknown): JobFailure {
  return new JobFailure('input_unreadable', sentence, { final: true, cause })
}

function chunksOf(file: Buffer): { format: Buffer; data: Buffer } {
  const isWav = file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WAVE'
  if (!isWav) throw unreadable('The sound is no WAV file.')
  let format: Buffer | undefined
  for (let at = 12; ; ) {
    const type = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const chunk = file.subarray(at + 8, at + 8 + length)
    if (type === 'fmt ') format = chunk
    if (type === 'data') {
      if (!format || chunk.length < length || length === 0) throw unreadable('The sound is not complete.')
      return { format, data: chunk }
    }
    at += 8 + length + (length % 2)
  }
}

interface Format {
  rate: number
  channels: number
  read: (data: Buffer, at: number) => number
  bytes: number
}

const readers: Record<string, Format['read']> = {
  [`${PCM}/8`]: (data, at) => (data.readUInt8(at) - 128) / 128,
  [`${PCM}/16`]: (data, at) => data.readInt16LE(at) / 2 ** 15,
  [`${PCM}/24`]: (data, at) => data.readIntLE(at, 3) / 2 ** 23,
  [`${PCM}/32`]: (data, at) => data.readInt32LE(at) / 2 ** 31,
  [`${FLOAT}/32`]: (data, at) => data.readFloatLE(at),
  [`${FLOAT}/64`]: (data, at) => data.readDoubleLE(at),
}

function formatOf(format: Buffer): Format {
  const declared = format.readUInt16LE(0)
  const tag = declared === EXTENSIBLE ? format.readUInt16LE(24) : declared
  const channels = format.readUInt16LE(2)
  const rate = format.readUInt32LE(4)
  const bits = format.readUInt16LE(14)
  const read = readers[`${tag}/${bits}`]
  if (!read) throw unreadable('Only WAV with plain PCM samples can be read.')
  if (channels < 1 || channels > CHANNELS_MAX || rate < 1 || rate > RATE_MAX)
    throw unreadable(`A sound of ${channels} channels at ${rate} Hz cannot be read.`)
  return { rate, channels, read, bytes: bits / 8 }
}

function monoOf(data: Buffer, { channels, read, bytes }: Format): Float32Array {
  const frame = bytes * channels
  return Float32Array.from({ length: Math.floor(data.length / frame) }, (_, at) => {
    let sum = 0
    for (let channel = 0; channel < channels; channel += 1) sum += read(data, at * frame + channel * bytes)
    const sample = sum / channels
    // A float file may hold anything.
    return Number.isFinite(sample) ? Math.max(-1, Math.min(1, sample)) : 0
  })
}
