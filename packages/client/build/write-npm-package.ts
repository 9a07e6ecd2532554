import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packTarball } from './pack-tarball.ts'

/** A package's metadata for npm, besides the address of its tarball. */
export interface PackageManifest {
  name: string
  version: string
  [field: string]: unknown
}

export interface WrittenPackage extends PackageManifest {
  dist: { integrity: string; shasum: string }
}

/**
 * Writes an npm package as the network serves it: `<file>.tgz`, and `<file>.json` with its metadata for npm. Its version names its
 * content: npm keeps what it has of a version, so another content must be another version. `latest` is always the one that the
 * network serves.
 */
export async function writeNpmPackage(
  folder: string,
  file: string,
  manifest: PackageManifest,
  files: Record<string, string>,
): Promise<WrittenPackage> {
  const digest = createHash('sha256')
    .update(JSON.stringify([manifest, files]))
    .digest('hex')
  const versioned = { ...manifest, version: `${manifest.version}-b${digest.slice(0, 12)}` }
  const tarball = packTarball({ 'package.json': `${JSON.stringify(versioned, null, 2)}\n`, ...files })
  const dist = {
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    shasum: createHash('sha1').update(tarball).digest('hex'),
  }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${file}.tgz`), tarball)
  await writeFile(join(folder, `${file}.json`), JSON.stringify({ ...versioned, dist }))
  return { ...versioned, dist }
}
