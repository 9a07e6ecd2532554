import { createHash } from 'node:crypto'

/**
 * One hash of many files: SHA-256 over their lines `name sha256`, sorted bytewise, each ending with a line feed, so that anyone can
 * reproduce it with `sort` and `sha256sum`.
 */
export function filesDigest(files: Record<string, string>): string {
  const lines = Object.entries(files).map(([name, sha256]) => Buffer.from(`${name} ${sha256}\n`))
  return createHash('sha256')
    .update(Buffer.concat(lines.sort(Buffer.compare)))
    .digest('hex')
}
