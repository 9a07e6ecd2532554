import { decodeSound } from './measure-file.ts'

/** The sample rate that the speech apps are trained on; a higher one would only be larger. */
export const WAV_RATE = 16_000
const HEADER_BYTES = 44

/** Any sound the browser can read, as WAV: 16 kHz, one channel, 16 bits. */
export async function toWav(blob: Blob): Promise<Blob> {
  const sound = await decodeSound(blob)
  const frames = Math.max(1, Math.ceil(sound.duration * WAV_RATE))
  const context = new OfflineAudioContext(1, frames, WAV_RATE)
  const source = context.createBufferSource()
  source.buffer = sound
  source.connect(context.destination)
  source.start()
  const rendered = await context.startRendering()
  return encodeWav(rendered.getChannelData(0), WAV_RATE)
}

export function encodeWav(samples: Float32Array, rate: number): Blob {
  const bytes = new DataView(new ArrayBuffer(HEADER_BYTES + samples.length * 2))
  const write = (at: number, word: string) => {
    for (let place = 0; place < word.length; place++) bytes.setUint8(at + place, word.charCodeAt(place))
  }
  write(0, 'RIFF')
  bytes.setUint32(4, bytes.byteLength - 8, true)
  write(8, 'WAVEfmt ')
  bytes.setUint32(16, 16, true)
  bytes.setUint16(20, 1, true)
  bytes.setUint16(22, 1, true)
  bytes.setUint32(24, rate, true)
  bytes.setUint32(28, rate * 2, true)
  bytes.setUint16(32, 2, true)
  bytes.setUint16(34, 16, true)
  write(36, 'data')
  bytes.setUint32(40, samples.length * 2, true)
  samples.forEach((sample, place) => {
    bytes.setInt16(HEADER_BYTES + place * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff), true)
  })
  return new Blob([bytes.buffer], { type: 'audio/wav' })
}

export async function isWav(blob: Blob): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await blob.slice(0, 12).arrayBuffer())
  return head.startsWith('RIFF') && head.endsWith('WAVE')
}
