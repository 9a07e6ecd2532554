import { corrupt, mismatch } from '../file-rules.ts'

const RATE_MAX = 192_000
const CHANNELS_MAX = 8
const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
const HEADER_BYTES = 44

/** Samples of these widths are what anything that reads WAV can read. */
const bitsOf: Record<number, number[]> = { [PCM]: [8, 16, 24, 32], [FLOAT]: [32, 64] }

export interface Wav {
  seconds: number
  /** Sound and nothing else: captions, cover pictures and places of recording are left out. */
  bytes: Buffer
}

/** Reads the header by hand and believes no number in it that the others do not bear out. */
export function readWav(bytes: Buffer): Wav {
  try {
    const { format, data } = partsOf(bytes)
    const sound = readFormat(format)
    if (data.length === 0 || data.length % sound.frameBytes !== 0) throw corrupt()
    const plain = Buffer.concat([headerOf(sound, data.length), data, Buffer.alloc(data.length % 2)])
    return {
      seconds: data.length / (sound.rate * sound.frameBytes),
      // The same object where nothing had to go, so that a hash made of it stays true.
      bytes: plain.equals(bytes) ? bytes : plain,
    }
  } catch (error) {
    // Reading past the end is how a file shows that it was cut.
    throw error instanceof RangeError ? corrupt(error) : error
  }
}

function partsOf(bytes: Buffer): { format: Buffer; data: Buffer } {
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) throw corrupt()
  const parts = new Map<string, Buffer>()
  // What follows the sound is no sound.
  for (let at = 12; at < end && !parts.has('data'); ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    if (at + 8 + length > end) throw corrupt()
    parts.set(type, bytes.subarray(at + 8, at + 8 + length))
    at += 8 + length + (length % 2)
  }
  const format = parts.get('fmt ')
  const data = parts.get('data')
  if (!format || !data) throw corrupt()
  return { format, data }
}

interface Sound {
  tag: number
  channels: number
  rate: number
  bits: number
  frameBytes: number
}

function readFormat(format: Buffer): Sound {
  const declared = format.readUInt16LE(0)
  const tag = declared === EXTENSIBLE ? format.readUInt16LE(24) : declared
  const channels = format.readUInt16LE(2)
  const rate = format.readUInt32LE(4)
  const bits = format.readUInt16LE(14)
  const frameBytes = (channels * bits) / 8
  if (!bitsOf[tag]?.includes(bits)) throw mismatch('Only WAV with plain PCM samples can be used.')
  if (channels === 0 || rate === 0) throw corrupt()
  if (channels > CHANNELS_MAX) throw mismatch(`A sound may have at most ${CHANNELS_MAX} channels.`)
  if (rate > RATE_MAX) throw mismatch(`A sound may have at most ${RATE_MAX} samples a second.`)
  if (format.readUInt16LE(12) !== frameBytes || format.readUInt32LE(8) !== rate * frameBytes) throw corrupt()
  return { tag, channels, rate, bits, frameBytes }
}

function headerOf({ tag, channels, rate, bits, frameBytes }: Sound, dataBytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes + (dataBytes % 2), 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(tag, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * frameBytes, 28)
  header.writeUInt16LE(frameBytes, 32)
  header.writeUInt16LE(bits, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(dataBytes, 40)
  return header
}
