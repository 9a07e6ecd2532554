import { writeSync } from 'node:fs'
import type { Readable } from 'node:stream'

/** The pipe for a child's reports. Orders come on its standard input. */
export const REPORTS_FD = 3

/** A text output at its longest, with every character escaped. */
const FRAME_BYTES_MAX = 8_000_000

/** JSON after its length. */
export function frameOf(value: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(value))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(json.length)
  return Buffer.concat([length, json])
}

/** Waits until everything is written, so that nothing piles up in the child. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
}

export interface FrameReader {
  /** The next value, or undefined at the end. Throws if it's longer than any report. */
  next: () => Promise<unknown>
  /** The bytes that follow, as they come. */
  pieces: (length: number) => AsyncGenerator<Buffer>
}

/** Reads no faster than its caller, so that the writer cannot fill our memory. */
export function readFrames(stream: Readable): FrameReader {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)

  async function fill(): Promise<boolean> {
    const { done, value } = await chunks.next()
    if (done) return false
    rest = value
    return true
  }

  async function* pieces(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (rest.length === 0 && !(await fill()))
        throw new Error('The child stopped in the middle of a report.')
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  const exactly = async (length: number) => Buffer.concat(await Array.fromAsync(pieces(length)))

  return {
    pieces,
    next: async () => {
      if (rest.length === 0 && !(await fill())) return undefined
      const length = (await exactly(4)).readUInt32LE()
      if (length > FRAME_BYTES_MAX) throw new Error('The child sent a report that is too long.')
      return JSON.parse((await exactly(length)).toString())
    },
  }
}
