const RATE_MAX = 192_000
const CHANNELS_MAX = 8
const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
const HEADER_BYTES = 44

/** What the header of a WAV file says about its samples. */
export interface WavFormat {
  /** 1 for integers, 3 for floating point. */
  tag: number
  channels: number
  rate: number
  bits: number
  /** The bytes of one sample of all channels. */
  frameBytes: number
}

export interface WavFile {
  format: WavFormat
  data: Buffer
}

/** Why we can't use a file as WAV: it's damaged, or its format isn't supported. */
export class WavError extends Error {
  override name = 'WavError'
  readonly problem: 'damaged' | 'unsupported'

  constructor(problem: WavError['problem'], sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.problem = problem
  }
}

const damaged = (cause?: unknown) =>
  new WavError('damaged', 'The sound is damaged or not complete.', { cause })
const unsupported = (sentence: string) => new WavError('unsupported', sentence)

/** Finds the samples of a WAV file, and checks every number of its header against the others. */
export function parseWav(file: Buffer): WavFile {
  try {
    const chunks = chunksOf(file)
    const format = parseFormat(chunks.format)
    if (chunks.data.length === 0 || chunks.data.length % format.frameBytes !== 0) throw damaged()
    return { format, data: chunks.data }
  } catch (error) {
    // A file that was cut short makes Buffer read past its end.
    throw error instanceof RangeError ? damaged(error) : error
  }
}

function chunksOf(file: Buffer): { format: Buffer; data: Buffer } {
  const isWav = file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WAVE'
  if (!isWav) throw unsupported('The sound is not a WAV file.')
  const end = 8 + file.readUInt32LE(4)
  if (end > file.length) throw damaged()
  const chunks = new Map<string, Buffer>()
  // Chunks after the samples are captions and the like.
  for (let at = 12; at < end && !chunks.has('data'); ) {
    const type = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    if (at + 8 + length > end) throw damaged()
    chunks.set(type, file.subarray(at + 8, at + 8 + length))
    at += 8 + length + (length % 2)
  }
  const format = chunks.get('fmt ')
  const data = chunks.get('data')
  if (!format || !data) throw damaged()
  return { format, data }
}

/** By tag and bits: the sample formats that every WAV reader supports. */
const readers: Record<string, (data: Buffer, at: number) => number> = {
  [`${PCM}/8`]: (data, at) => (data.readUInt8(at) - 128) / 128,
  [`${PCM}/16`]: (data, at) => data.readInt16LE(at) / 2 ** 15,
  [`${PCM}/24`]: (data, at) => data.readIntLE(at, 3) / 2 ** 23,
  [`${PCM}/32`]: (data, at) => data.readInt32LE(at) / 2 ** 31,
  [`${FLOAT}/32`]: (data, at) => data.readFloatLE(at),
  [`${FLOAT}/64`]: (data, at) => data.readDoubleLE(at),
}

function parseFormat(chunk: Buffer): WavFormat {
  const declared = chunk.readUInt16LE(0)
  const tag = declared === EXTENSIBLE ? chunk.readUInt16LE(24) : declared
  const channels = chunk.readUInt16LE(2)
  const rate = chunk.readUInt32LE(4)
  const bits = chunk.readUInt16LE(14)
  const frameBytes = (channels * bits) / 8
  if (!readers[`${tag}/${bits}`]) throw unsupported('Only WAV with plain PCM samples can be used.')
  if (channels === 0 || rate === 0) throw damaged()
  if (channels > CHANNELS_MAX) throw unsupported(`A sound may have at most ${CHANNELS_MAX} channels.`)
  if (rate > RATE_MAX) throw unsupported(`A sound may have at most ${RATE_MAX} samples a second.`)
  if (chunk.readUInt16LE(12) !== frameBytes || chunk.readUInt32LE(8) !== rate * frameBytes) throw damaged()
  return { tag, channels, rate, bits, frameBytes }
}

/** The samples of a file, from -1 to 1, with its channels mixed into one. */
export function monoSamples({ format: { tag, channels, bits, frameBytes }, data }: WavFile): Float32Array {
  const read = readers[`${tag}/${bits}`]!
  return Float32Array.from({ length: data.length / frameBytes }, (_, at) => {
    let sum = 0
    for (let channel = 0; channel < channels; channel += 1)
      sum += read(data, at * frameBytes + (channel * bits) / 8)
    const sample = sum / channels
    // Floating-point samples may be infinite or no number at all.
    return Number.isFinite(sample) ? Math.max(-1, Math.min(1, sample)) : 0
  })
}

/** Encodes sound of one channel, from -1 to 1, as a WAV file of 16 bits. */
export function encodeWav(samples: Float32Array, rate: number): Buffer {
  const data = Buffer.alloc(samples.length * 2)
  for (const [at, sample] of samples.entries())
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), at * 2)
  return Buffer.concat([
    wavHeader({ tag: PCM, channels: 1, rate, bits: 16, frameBytes: 2 }, data.length),
    data,
  ])
}

/** The header of a file that has these samples and nothing else. */
export function wavHeader({ tag, channels, rate, bits, frameBytes }: WavFormat, dataBytes: number): Buffer {
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
