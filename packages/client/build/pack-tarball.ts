import { gzipSync } from 'node:zlib'

const BLOCK_BYTES = 512
const NAME_BYTES_MAX = 100

/** The same for everyone, like the owner and the order: two builds of the same sources have the same digest. */
const MODIFIED_SECONDS = 499_162_500

/**
 * An npm tarball. It is not compressed, only wrapped: zlib compresses differently on different processors, and the digest of the package
 * must be the same on all of them.
 */
export function packTarball(files: Record<string, string>): Buffer {
  const entries = Object.entries(files).flatMap(([name, text]) => {
    const bytes = Buffer.from(text)
    const padding = Buffer.alloc(-bytes.length & (BLOCK_BYTES - 1))
    return [headerOf(`package/${name}`, bytes.length), bytes, padding]
  })
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK_BYTES)]), { level: 0 })
}

/** Of a plain file, as ustar has it. */
function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) throw new Error(`${name} is too long a name for a tarball.`)
  const header = Buffer.alloc(BLOCK_BYTES)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  header.write(name, 0)
  header.write(octal(name.endsWith('.mjs') ? 0o755 : 0o644, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(MODIFIED_SECONDS, 12), 136)
  // The checksum counts itself as spaces.
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
