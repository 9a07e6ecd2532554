import { crc32, deflateSync } from 'node:zlib'

/** A real picture of warm and cold spots, the same for the same seed, like the result of a job. */
export function makePng(seed: number, width = 320, height = 320): Uint8Array<ArrayBuffer> {
  const rows = Buffer.alloc(height * (width * 3 + 1))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rows.set(colourAt(x / width, y / height, seed), y * (width * 3 + 1) + 1 + x * 3)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a channel, three channels.
  header.set([8, 2, 0, 0, 0], 8)
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function colourAt(x: number, y: number, seed: number): [number, number, number] {
  const wave =
    Math.sin((x * 3 + seed) * 2.1) + Math.cos((y * 4 - seed) * 1.7) + Math.sin((x + y) * (3 + (seed % 5)))
  const heat = Math.min(1, Math.max(0, (wave + 2.2) / 4.6))
  const stops = [
    [0, 0, 4],
    [66, 10, 104],
    [147, 38, 103],
    [221, 81, 58],
    [252, 165, 10],
    [252, 255, 164],
  ]
  const at = Math.min(heat * 5, 4.999)
  const [from, to] = [stops[Math.floor(at)]!, stops[Math.floor(at) + 1]!]
  return [0, 1, 2].map((channel) =>
    Math.round(from[channel]! + (to[channel]! - from[channel]!) * (at % 1)),
  ) as [number, number, number]
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
