import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { filesDigest } from '@infra/weights/files-digest'

const OURS = '@infra/'

/**
 * One hash of the agent's sources: its own and those of our packages that it uses, without their tests, and the exact versions of all other
 * packages, from package.json. It's the same on every machine. The packed agent contains the hash of the sources that it was made from.
 */
export function programHash(): string {
  const files: Record<string, string> = {}
  const own = findPackageJSON('.', import.meta.url)!
  const { programHash: packed } = JSON.parse(readFileSync(own, 'utf8'))
  if (packed) return packed
  const waiting = [own]
  for (const file of waiting) {
    const { name, dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'))
    const folder = dirname(file)
    for (const path of ['package.json', ...sourcesIn(folder)])
      files[`${name}/${path.replaceAll(sep, '/')}`] = sha256(readFileSync(join(folder, path)))
    for (const needed of Object.keys(dependencies)) {
      const found = needed.startsWith(OURS) ? findPackageJSON(needed, file) : undefined
      if (found && !waiting.includes(found)) waiting.push(found)
    }
  }
  return filesDigest(files)
}

function sourcesIn(folder: string): string[] {
  return globSync('src/**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', 'src/test/**'] })
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
